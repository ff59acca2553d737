import Filesystem
import Foundation
import LoopbackServer
import Manifests
import Sandboxes
import Terminal
import Testing
import Vocabulary

/// A repository that somebody clones and whose files are hostile, and what becomes of it under each
/// of the actions that a user takes there.
///
/// The text is that of a transcript whose sections create the clone. Three more are known here:
/// - `secret`: writes `$HOME/secret` with the body, which contains `SECRET`
/// - `cd FOLDER`: the folder in which the actions take place, with the escapes of `bytes`
/// - `outcomes`: a line for each action with its expected outcome
///
/// `$FOREIGN` in these sections is the address of an index that is not the user's, and `$SANDBOX`
/// the folder around the home and the root. `author` runs `bootstrap` as somebody with another root
/// who has accepted everything, so `run author lock` writes the lock that the repository contains,
/// and `run rewrite SCRIPT` edits it with sed(1).
///
/// Each action takes place in a sandbox whose files no earlier action has changed. The user's
/// index has the tools of ``ownTools``, and another project of the user has installed `mygit`,
/// accepting that it provides `git`. `git` and `make` are also programs of the system.
struct HostileClone {
  /// What a user does in a clone.
  enum Action: String, CaseIterable {
    case enter = "cd"
    case complete = "Tab"
    case type = "git"
    case install = "install"
    case installFrozen = "install --frozen"
    case installInCI = "CI=true install"

    /// Whether the action may write nothing and send no request.
    var changesNothing: Bool { [.enter, .complete, .type].contains(self) }

    /// The arguments of `bootstrap`, for the actions that install.
    var arguments: [String] { rawValue.split(separator: " ").map(String.init) }
  }

  /// The tools of the user's index.
  private static let ownTools = [
    "mygit 1.0 programs=git", "git 2.0", "ruff 1.0", "handy 1.0 programs=handy,sh,env,[,$(id)",
  ]

  /// The tools of the other index. Their programs leave a trace when they run.
  private static let foreignTools = [
    "ruff 6.6", "git 6.6", "evil 6.6 programs=evil,git", "mygit 6.6 programs=git",
  ].map { $0 + " script=echo_ran_>>_$HOME/ran;_echo_foreign_git" }

  private let transcript: Transcript

  /// Parses the description of a clone.
  init(parsing text: String) { transcript = Transcript(parsing: text) }

  /// Whether only root can create the clone.
  var needsRoot: Bool { transcript.sections.contains { $0.word == "give" } }

  /// The sentence that says what is hostile.
  var title: String {
    transcript.title.first { $0.hasPrefix("# ") }.map { $0.dropFirst(2) + "" } ?? ""
  }

  /// The recorded outcomes, without the names of the actions.
  var outcomes: [String] {
    (transcript.sections.last?.body ?? []).map { $0.dropFirst(Self.width) + "" }
  }

  private static let width = 18

  /// Performs every action and returns the text with the actual outcomes.
  func performed() async throws -> String {
    var result = transcript
    result.sections.removeAll { $0.word == "outcomes" }
    var lines: [String] = []
    var clone: PreparedClone?
    for action in Action.allCases {
      let prepared: PreparedClone
      if let clone {
        prepared = clone
      } else {
        prepared = try await PreparedClone(
          result.sections, own: Self.ownTools, foreign: Self.foreignTools)
      }
      let state = action.changesNothing ? [:] : prepared.state
      let outcome = try await prepared.outcome(of: action)
      // If an action changes nothing, the next one uses the same sandbox. Most installs are
      // refused, so this saves the preparation of many sandboxes.
      clone = action.changesNothing || prepared.state == state ? prepared : nil
      prepared.forgetRequests()
      let name = action.rawValue.padding(toLength: Self.width, withPad: " ", startingAt: 0)
      lines.append(name + outcome)
    }
    result.sections.append(Transcript.Section("outcomes", lines))
    return result.text
  }
}

/// A hostile clone in the sandbox of a user.
private struct PreparedClone {
  private let sandbox: Sandbox
  private let own: SampleIndex
  private let foreign: SampleIndex
  private var folder = "."

  /// Starts the indexes, installs the user's tool, and creates the clone.
  init(_ sections: [Transcript.Section], own: [String], foreign: [String]) async throws {
    sandbox = try Sandbox()
    self.foreign = try SampleIndex(in: sandbox, as: "$FOREIGN")
    self.own = try SampleIndex(in: sandbox)
    for line in own { try self.own.publish(line) }
    for line in foreign { try self.foreign.publish(line) }
    for (name, script) in [
      ("git", "echo system git"), ("make", "echo system make"),
      ("author", "CI=true BOOTSTRAP_ROOT=${HOME%/home}/author exec bootstrap \"$@\""),
      ("rewrite", "PATH=/usr/bin:/bin; sed -E \"$1\" Toolfile.lock > new && mv new Toolfile.lock"),
    ] {
      try sandbox.write("$SANDBOX/system/\(name)", "#!/bin/sh\n\(script)\n", mode: 0o755)
    }
    try await installOwnTool()
    try await create(sections)
    forgetRequests()
  }

  /// Forgets the requests of the author, or of an action that changed nothing.
  func forgetRequests() {
    own.server.forgetRequests()
    foreign.server.forgetRequests()
  }

  private func installOwnTool() async throws {
    try sandbox.write("$HOME/own/Toolfile", "source \"pypi\"\ntool \"mygit\"\n")
    let list = SHA256Digest(of: "executable git mygit pypi mygit\n").hexadecimal
    for command in ["install", "trust"] {
      let outcome = try await sandbox.run(
        ["bootstrap", command], in: "$HOME/own", environment: ["BOOTSTRAP_TRUST": list])
      #expect(outcome.exitCode == 0, "\(outcome.standardError)")
    }
  }

  /// Performs the sections that create the clone. Their commands must succeed.
  private mutating func create(_ sections: [Transcript.Section]) async throws {
    for section in sections {
      let section = section.replacing("$FOREIGN", with: foreign.server.address())
        .replacing("$SANDBOX", with: sandbox.directory)
      switch section.word {
      case "secret":
        try sandbox.write("$HOME/secret", section.body.map { $0 + "\n" }.joined())
      case "cd":
        folder = String(decoding: Transcript.bytes(of: [section.argument]), as: UTF8.self)
      default:
        let one = Transcript(sections: [section])
        let performed = try await one.performed(in: sandbox, index: own)
        #expect(!performed.sections.contains { $0.word == "exit" }, "\(performed.text)")
      }
    }
  }

  /// Performs `action` and describes what it led to.
  func outcome(of action: HostileClone.Action) async throws -> String {
    let before = tree
    defer { if action.changesNothing { expectNothingDone(since: before) } }
    switch action {
    case .enter:
      let codes = try await codes(of: ["version", "list", "check"])
      return try await followed(by: ["git", "make"]).map { "\(codes), \($0)" } ?? codes
    case .complete:
      return try await completions()
    case .type:
      return try await typed("git") + ", " + typed("make")
    case .install, .installFrozen, .installInCI:
      return try await installed(
        action.arguments.filter { $0 != "CI=true" },
        environment: action == .installInCI ? ["CI": "true"] : [:], since: before)
    }
  }

  private static let folders = ["$HOME", "$ROOT", "$SANDBOX/tmp"]

  /// The entries of the home, the root, and the folder for temporary files.
  private var tree: Set<String> {
    Set(
      Self.folders.flatMap { folder in
        sandbox.tree(folder).map { "\(folder)/\($0)" }
      })
  }

  /// The properties of an entry that an action can change. The contents of large files are omitted:
  /// these are programs, which are replaced as a whole.
  struct EntryState: Equatable {
    let inode: UInt64
    let permissions: UInt16
    let content: [UInt8]
  }

  /// The state of every entry of ``tree`` except the root's lock, which records its last holder.
  var state: [String: EntryState] {
    var state: [String: EntryState] = [:]
    for entry in tree where !entry.hasSuffix("/staging/.lock") {
      let end = entry.firstRange(of: " -> ")?.lowerBound ?? entry.endIndex
      let path = FilePath(sandbox.path(String(entry[..<end])))
      guard let status = (try? path.linkStatus()) ?? nil else { continue }
      let content = status.kind == .file ? try? path.contents(limit: 1 << 17) : nil
      state[entry] = EntryState(
        inode: status.inode, permissions: status.permissions, content: content ?? [])
    }
    return state
  }

  private func expectNothingDone(since before: Set<String>) {
    #expect(tree.symmetricDifference(before) == [])
    #expect(own.server.requests.isEmpty && foreign.server.requests.isEmpty)
  }

  private func run(
    _ command: [String], _ environment: [String: String?] = [:]
  ) async throws -> Outcome {
    let outcome = try await sandbox.run(command, in: folder, environment: environment)
    let output = outcome.standardOutput + outcome.standardError
    #expect(!output.contains("SECRET"), "\(command): \(output)")
    let isRaw = output.unicodeScalars.contains {
      [.control, .format].contains($0.properties.generalCategory) && $0 != "\n"
    }
    #expect(!isRaw, "\(command): \(output.debugDescription)")
    return outcome
  }

  /// Runs commands of `bootstrap` that only read, and returns their exit codes.
  private func codes(of commands: [String]) async throws -> String {
    var results: [String] = []
    for command in commands {
      let plain = try await run(["bootstrap", command])
      let json = try await run(["bootstrap", command, "--json"])
      #expect(plain.ending == json.ending)
      results.append("\(command) \(code(of: json))")
    }
    return results.joined(separator: ", ")
  }

  /// Enters the folder in a shell in direct mode, and returns which of `programs` are then others
  /// than before, or `nil` if none.
  private func followed(by programs: [String]) async throws -> String? {
    let names = programs.joined(separator: " ")
    let script = """
      before=$(command -v \(names)); eval "$(bootstrap direct-path bash 2>/dev/null)"
      after=$(command -v \(names)); [ "$before" = "$after" ] || printf '%s\n' $after
      """
    let outcome = try await run(["/bin/bash", "--noprofile", "--norc", "-c", script])
    #expect(outcome.exitCode == 0 && outcome.standardError == "", "\(outcome)")
    let changed = outcome.standardOutput.split(separator: "\n").joined(separator: " ")
    return changed.isEmpty ? nil : "PATH finds \(changed)"
  }

  /// Presses Tab for the words that depend on the folder, and returns them.
  private func completions() async throws -> String {
    var results: [String] = []
    for list in [ArgumentKind.WordList.tools, .groups] {
      let outcome = try await run(["bootstrap", "complete-words", list.rawValue])
      #expect(outcome.exitCode == 0 && outcome.standardError == "", "\(outcome)")
      let words = outcome.standardOutput.split(separator: "\n")
      results.append("\(list) \(words.isEmpty ? "none" : words.joined(separator: " "))")
    }
    return results.joined(separator: ", ")
  }

  /// Returns how a command ended: its exit code, and the code of its error.
  private func code(of outcome: Outcome) -> String {
    guard let exitCode = outcome.exitCode else { return "\(outcome.ending)" }
    let answer = try? JSONSerialization.jsonObject(with: Data(outcome.outputBytes))
    let error = (answer as? [String: Any])?["error"] as? [String: Any]
    return (["\(exitCode)"] + [error?["code"] as? String].compactMap(\.self))
      .joined(separator: " ")
  }

  /// Types the name of a program, and returns what it printed or the error.
  private func typed(_ name: String) async throws -> String {
    let outcome = try await run([name])
    if outcome.exitCode == 0 { return outcome.standardOutput.split(separator: "\n").joined() }
    let message = outcome.standardError.split(separator: "\n").first ?? ""
    return "\(name) fails (\(message))"
  }

  /// Installs what the clone asks for, and returns how that ended, whether the other index was
  /// asked, what is installed now, and which `git` runs then.
  private func installed(
    _ arguments: [String], environment: [String: String?], since before: Set<String>
  ) async throws -> String {
    var results = [
      code(of: try await run(["bootstrap"] + arguments + ["--json", "--quiet"], environment))
    ]
    #expect(!sandbox.exists("$HOME/ran"), "a program of the clone ran")
    // Exit code 82 is the answer of the user's index. Whether it arrives before the download begins
    // is a race.
    if results[0].hasPrefix("82") {
      results.append("foreign bytes refused")
    } else if !foreign.server.requests.isEmpty {
      results.append("asked the foreign server")
    }
    let new = tree.subtracting(before)
    results += new.compactMap { entry in
      entry.wholeMatch(of: /.*\/installs\/([^\/]+)\/([^\/]+)-[0-9a-f]{40}\//)
        .map { "installed \($0.1) \($0.2)" }
    }.sorted()
    // The seal of the shims is replaced whenever one is added.
    let removed = before.subtracting(tree).filter { !$0.contains("/shims/.complete/") }
    results += removed.map { "removed \(sandbox.redacted($0))" }.sorted()
    let writesLock = arguments == ["install"] && environment.isEmpty
    let stray = new.filter {
      !$0.hasPrefix("$ROOT/") && !$0.contains("/.bootstrap/")
        && !(writesLock && $0.hasSuffix("/Toolfile.lock"))
    }
    #expect(stray == [], "written outside of the root")
    return (results + [try await typed("git")]).joined(separator: ", ")
  }
}
