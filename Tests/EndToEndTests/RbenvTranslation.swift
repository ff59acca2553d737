import Filesystem
import Foundation
import Sandboxes

/// A case of rbenv, translated to commands and files of bootstrap: rbenv's versions become those of
/// the tool `ruby`.
struct RbenvTranslation {
  private let rbenv: RbenvCase
  private let sandbox: Sandbox
  private static let id = "0123456789abcdef0123456789abcdef01234567"

  init(_ rbenv: RbenvCase, in sandbox: Sandbox) {
    self.rbenv = rbenv
    self.sandbox = sandbox
  }

  /// Runs the case and returns the ways in which its outcome differs from that of rbenv.
  func faults() async throws -> [String] {
    for operation in rbenv.setup { try await perform(operation) }
    // rbenv finds commands in all versions. Here, each install writes the routes that list them.
    if !["rehash", "shims"].contains(rbenv.area) {
      _ = try await sandbox.run(["bootstrap", "rehash", "--quiet"])
    }
    if ["version", "name", "global"].contains(rbenv.area), rbenv.setup.isEmpty {
      // rbenv assumes a ruby of the system. bootstrap knows many tools, so it looks for one.
      try sandbox.write("$SANDBOX/system/ruby", "#!/bin/sh\n", mode: 0o755)
    }
    var environment: [String: String?] = [:]
    for (name, value) in rbenv.env {
      switch name {
      case "VERSION": environment["BOOTSTRAP_RUBY_VERSION"] = value
      case "ROOT": environment["BOOTSTRAP_ROOT"] = value
      // The sandbox already has the shims first on PATH.
      case "PATH": break
      default: return ["there is no variable \(name)"]
      }
    }
    let outcome = try await sandbox.run(
      command, in: rbenv.cwd, environment: environment)
    return try faults(in: outcome)
  }

  // MARK: Files

  private func folder(_ version: String) -> String {
    "$ROOT/installs/ruby/\(version)-\(Self.id)"
  }

  /// Creates an installation without executables.
  private func install(_ version: String) throws {
    try sandbox.makeDirectory("\(folder(version))/bin")
    let link = "$ROOT/installs/ruby/\(version)"
    if !sandbox.exists(link) { try sandbox.makeLink(link, to: "\(version)-\(Self.id)") }
  }

  /// Returns the text of a file of pins for that of a `.ruby-version`.
  private func pins(_ text: String) -> String {
    text.allSatisfy(\.isWhitespace) ? text : "ruby \(text)"
  }

  private func perform(_ operation: RbenvCase.Operation) async throws {
    let text = operation.text ?? ""
    let mode = operation.mode.flatMap { Int($0, radix: 8) } ?? 0o644
    switch operation.op {
    case "version": try install(operation.v ?? "")
    case "exe":
      let version = operation.version ?? ""
      try install(version)
      try sandbox.write(
        "\(folder(version))/bin/\(operation.name ?? "")", operation.body ?? "#!/bin/sh\n",
        mode: 0o755)
    case "pin": try sandbox.write("\(operation.dir ?? ".")/.tool-version", pins(text))
    case "global": try sandbox.write("$ROOT/version", pins(text))
    case "file" where rbenv.area == "read": try sandbox.write(".tool-version", pins(text))
    case "file": try sandbox.write(operation.path ?? "", text, mode: mode)
    case "mkdir": try sandbox.makeDirectory(operation.path ?? "")
    case "path_exe":
      try sandbox.write("$SANDBOX/system/\(operation.name ?? "")", "#!/bin/sh\n", mode: 0o755)
    case "shim_file":
      try sandbox.makeDirectory("$ROOT/shims")
      try sandbox.makeLink(
        "$ROOT/shims/\(operation.name ?? "")", to: "../libexec/bootstrap-shim")
    case "root_file":
      let parts = (operation.path ?? "").split(separator: "/").map(String.init)
      let path =
        parts[0] == "versions"
        ? ([folder(parts[1])] + parts[2...]).joined(separator: "/") : "$ROOT/\(parts.joined())"
      try sandbox.write(path, text, mode: mode)
    case "root_link":
      let version = (operation.path ?? "").split(separator: "/").last.map(String.init) ?? ""
      try sandbox.makeLink("$ROOT/installs/ruby/\(version)", to: "1.8.7-\(Self.id)")
    case "run": _ = try await sandbox.run(["bootstrap"] + (operation.argv ?? []))
    default: throw UnknownOperation(name: operation.op)
    }
  }

  /// An operation in the data that this type does not translate.
  private struct UnknownOperation: Error {
    let name: String
  }

  // MARK: The command

  /// The command line. Where rbenv prints facts as text for people, the JSON output has them.
  private var command: [String] {
    let words = Array(rbenv.argv.dropFirst())
    switch rbenv.argv.first {
    case nil: return ["bootstrap"]
    case let shim? where shim.hasPrefix("{SHIM:"):
      return ["\(sandbox.root)/shims/\(shim.dropFirst(6).dropLast())"] + words
    case "version", "version-origin": return ["bootstrap", "version", "ruby", "--json"]
    case "version-file":
      let directory = words.first.map { ["-C", replaced($0)] } ?? []
      return ["bootstrap"] + directory + ["version", "ruby", "--json"]
    case "init": return ["bootstrap", "activate", words.last ?? ""]
    case "sh-shell": return ["bootstrap", "shell", "ruby"] + words
    case "version-name": return ["bootstrap", "version", "ruby"]
    case "version-file-read": return ["bootstrap", "local", "ruby"]
    case "local" where words == ["--unset"]: return ["bootstrap", "local", "--unset"]
    case "local", "global": return ["bootstrap", rbenv.argv[0], "ruby"] + words
    case "versions": return ["bootstrap", "versions", "ruby", "--json"]
    default: return ["bootstrap"] + rbenv.argv
    }
  }

  /// Returns a text of the case with the paths of the sandbox in place of names.
  private func replaced(_ text: String) -> String {
    let cwd = rbenv.cwd == "." ? sandbox.project : "\(sandbox.project)/\(rbenv.cwd)"
    return [
      ("{ROOT}/versions/", "\(sandbox.root)/installs/ruby/"), ("{ROOT}", sandbox.root),
      ("{PWD}", cwd), ("{DIR}", sandbox.project), ("{PIN}", ".tool-version"),
      ("{GLOBAL}", "\(sandbox.root)/version"), ("{VAR}", "BOOTSTRAP_RUBY_VERSION"),
      ("{PATHBIN}", "\(sandbox.directory)/system"), ("my-version", ".tool-version"),
    ].reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  // MARK: The outcome

  private func faults(in outcome: Outcome) throws -> [String] {
    let expected = rbenv.expect
    var faults: [String] = []
    func check(_ isRight: Bool, _ fault: @autoclosure () -> String) {
      if !isRight { faults.append(fault()) }
    }
    switch expected.exit {
    case .code(let code)?:
      check(outcome.ending == .exit(code), "\(outcome.ending): \(outcome.standardError)")
    case .nonzero?: check(outcome.ending != .exit(0), "\(outcome.ending)")
    case .signal(let signal)?: check(outcome.ending == .signal(signal), "\(outcome.ending)")
    case nil: break
    }
    if let output = expected.stdout {
      let whole = sandbox.redacted(replaced(output))
      let actual = try self.output(of: outcome)
      check(actual == whole, "prints \(actual.debugDescription), not \(whole.debugDescription)")
    }
    for fact in expected.stdoutContains ?? [] {
      check(try isPrinted(fact, by: outcome), "\(outcome.standardOutput) lacks \(fact)")
    }
    for fact in (expected.stderrContains ?? []).flatMap(Self.facts) {
      let fact = sandbox.redacted(replaced(fact))
      check(outcome.standardError.contains(fact), "\(outcome.standardError) lacks \(fact)")
    }
    for (path, text) in expected.fileText ?? [:] {
      check(sandbox.text(replaced(path)) == pins(text), "\(path) is not \(text)")
    }
    for path in expected.filesAbsent ?? [] { check(!sandbox.exists(replaced(path)), path) }
    if let text = expected.globalText {
      check(sandbox.text("$ROOT/version") == pins(text), "the global pins are not \(text)")
    }
    for path in expected.rootExists ?? [] { check(sandbox.exists("$ROOT/\(path)"), path) }
    if let names = expected.lsShims {
      let entries = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.root)/shims")
      let actual = entries.filter { !$0.hasPrefix(".") }.sorted()
      check(actual == names, "the shims are \(actual)")
    }
    return faults
  }

  /// Returns whether the output has a text or, for the script of a shell, its effect: the variable
  /// that the text sets then begins with this value.
  private func isPrinted(_ text: String, by outcome: Outcome) throws -> Bool {
    let text = replaced(text)
    guard rbenv.area == "init", let assignment = text.firstRange(of: "export PATH=\"") else {
      return outcome.standardOutput.contains(sandbox.redacted(text))
    }
    return try pathAfterEvaluation(of: outcome).hasPrefix(text[assignment.upperBound...])
  }

  /// Returns `PATH` in a bash that has evaluated the output of a command.
  private func pathAfterEvaluation(of outcome: Outcome) throws -> String {
    let script = String(decoding: outcome.outputBytes, as: UTF8.self) + "\necho \"$PATH\""
    let path = try ChildProcess.output(
      of: "/bin/bash", arguments: ["--norc", "-c", script], environment: .current, limit: 100_000)
    return String(decoding: path ?? [], as: UTF8.self)
  }

  /// Returns the facts in a message of rbenv: quoted words, a variable, a command that is not
  /// found, and the versions of a list.
  private static func facts(_ message: String) -> [String] {
    var facts = message.matches(of: /`([^']+)'/).map { String($0.1) }
    facts += message.matches(of: /(?m)^  (\S+)$/).map { String($0.1) }
    facts += message.matches(of: /^(\S+): command not found/).map { String($0.1) }
    if message.contains("{VAR}") { facts.append("{VAR}") }
    if message.contains("not installed") { facts.append("not installed") }
    return facts
  }

  /// Returns standard output in the form of rbenv.
  private func output(of outcome: Outcome) throws -> String {
    let text = outcome.standardOutput.replacing("-\(Self.id)", with: "")
    guard outcome.exitCode == 0 else { return text }
    switch rbenv.argv.first {
    case "version":
      let pin = try pin(outcome)
      return pin.version + (pin.place.map { " (set by \($0))" } ?? "") + "\n"
    case "version-origin", "version-file": return (try pin(outcome).place ?? "") + "\n"
    case "whence": return text.replacing("ruby ", with: "")
    case "versions": return try versions(outcome)
    default: return text
    }
  }

  private struct Pin: Decodable {
    let version: String
    let origin, file: String?

    /// The absolute path of the file, or the variable, that sets the version.
    var place: String? { file ?? origin.map { "\($0) environment variable" } }
  }

  private func pin(_ outcome: Outcome) throws -> Pin {
    struct Output: Decodable { let tools: [Pin] }
    return try JSONDecoder().decode(Output.self, from: Data(outcome.standardOutput.utf8)).tools[0]
  }

  private func versions(_ outcome: Outcome) throws -> String {
    struct Installed: Decodable {
      let version: String
      let in_force: Bool
      let origin, file: String?
    }
    struct System: Decodable { let in_force: Bool }
    struct Output: Decodable {
      let installed: [Installed]
      let system: System?
    }
    let output = try JSONDecoder().decode(Output.self, from: Data(outcome.standardOutput.utf8))
    var lines = output.system.map { [($0.in_force ? "* " : "  ") + "system"] } ?? []
    if rbenv.argv.contains("--bare") { lines = [] }
    for one in output.installed {
      let place = Pin(version: one.version, origin: one.origin, file: one.file).place
      let bare = rbenv.argv.contains("--bare")
      lines.append(
        (bare ? "" : one.in_force ? "* " : "  ") + one.version
          + (one.in_force ? place.map { " (set by \($0))" } ?? "" : ""))
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
