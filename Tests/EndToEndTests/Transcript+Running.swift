import Filesystem
import Foundation
import Inventory
import Layout
import LoopbackServer
import SampleAttestations
import Sandboxes
import Vocabulary

extension Transcript {
  /// An error for a section with an unknown keyword or wrong arguments.
  struct UnknownSection: Error {
    let head: String
  }

  /// Performs all sections in `sandbox` and returns the transcript with the actual results.
  ///
  /// - Parameter index: The index if it is running already. Otherwise, the first `index` section
  ///   starts it.
  /// - Parameter following: Receives the failure of the last command while the index is still
  ///   running, if only expected results follow the command.
  /// - Parameter advised: The positions of the failed commands whose advice is followed.
  /// - Parameter advising: Receives the failures of these commands, in a copy of the sandbox.
  func performed(
    in sandbox: Sandbox, index: SampleIndex? = nil,
    following: (Failure) async throws -> Void = { _ in },
    advised: Set<Int> = [], advising: (Failure) async throws -> Void = { _ in }
  ) async throws -> Transcript {
    var failure: Failure?
    var result = self
    result.sections = []
    var index = index
    var gems: SampleGemIndex?
    for (position, section) in sections.enumerated() {
      switch section.word {
      case "index":
        let served = try index ?? SampleIndex(in: sandbox)
        for line in section.body { try served.publish(line) }
        index = served
        result.sections.append(section)
      case "gems":
        let served = try index ?? SampleIndex(in: sandbox)
        let published = gems ?? SampleGemIndex(on: served.server, in: sandbox)
        for line in section.body { try published.publish(line) }
        (index, gems) = (served, published)
        served.keep(published)
        result.sections.append(section)
      case "tools":
        try SampleFolder(section.body).write(to: section.argument, in: sandbox)
        result.sections.append(section)
      case "run", "in":
        result.sections.append(section)
        let (sections, failed) = try await run(section, in: sandbox)
        result.sections += sections
        failure = failed
        if let failed, advised.contains(position) {
          let requests = index?.server.requests.count ?? 0
          try await sandbox.inCopy { try await advising(failed) }
          index?.server.forgetRequests(after: requests)
        }
      case "unhelpful":
        result.sections.append(section)
        failure = nil
      case "root":
        let served = try index ?? SampleIndex(in: sandbox)
        let root = served.signer.authority.rootText
        try sandbox.write(section.argument, root)
        sandbox.redact(SHA256Digest(of: root).description, as: "$ROOT_DIGEST")
        index = served
        result.sections.append(section)
      case "vanished", "disk", "used":
        try await record(section, in: sandbox)
        result.sections.append(section)
      case "exit", "output", "error":
        // These are the expected results of the preceding run, which has already added sections
        // with the actual results.
        break
      case "contents":
        let text =
          sandbox.text(section.argument).map(sandbox.redacted) ?? "(there is no such file)\n"
        result.sections.append(Section(section.head, text: text))
      case "tree":
        result.sections.append(
          Section(
            section.head,
            sandbox.tree(section.argument).map { Self.withoutIDs(sandbox.redacted($0)) }))
      case "requests":
        let requests = index?.server.requests.map { "\($0.method) \($0.path)" } ?? []
        index?.server.forgetRequests()
        // A file may be fetched ahead of its use, in which case nothing more of it is requested.
        let files = Set(requests.filter { $0.hasPrefix("GET /simple-files/") })
        let others = requests.filter { !files.contains($0) }
        result.sections.append(Section(section.head, (others + files).sorted()))
      default:
        var prepared = section
        if let index {
          prepared = section.replacing("$INDEX_HOST", with: "127.0.0.1:\(index.server.port)")
            .replacing("$INDEX", with: index.server.address())
            .replacing("$MINISIGN_KEY", with: index.signer.minisignKey.publicText)
        }
        try prepare(prepared, in: sandbox)
        result.sections.append(section)
        failure = nil
      }
    }
    if let failure { try await following(failure) }
    withExtendedLifetime(index) {}
    return result
  }

  /// Performs a section that changes what a root records.
  private func record(_ section: Section, in sandbox: Sandbox) async throws {
    let words = section.arguments
    guard words.count == 2 else { throw UnknownSection(head: section.head) }
    let path = FilePath(URL(fileURLWithPath: sandbox.path(words[0])).standardized.path)
    let now = WallClock.now
    let time = now - Int64((Int(words[1]) ?? 0) * 86_400)
    let inventory = try await InstallationInventory.open(Root(FilePath(sandbox.root)))
    switch section.word {
    case "vanished":
      try inventory.projects.recordVanished([], now: now)
      try inventory.projects.recordVanished([path], now: time)
    case "disk":
      let mountPoint = FilePath(URL(fileURLWithPath: sandbox.path(words[1])).standardized.path)
      if let project = try inventory.projects.value(path) {
        try await inventory.projects.save([
          .init(path, uses: project.uses, mountPoint: mountPoint)
        ])
      }
    default:
      for entry in try path.entries() {
        let receipt = path.appending(entry).appending(Receipt.fileName)
        if receipt.exists { try receipt.setModified(secondsSince1970: time) }
      }
    }
  }

  /// Performs a section that changes files or variables.
  ///
  /// - Throws: ``UnknownSection`` if there is no such section or its arguments are wrong.
  private func prepare(_ section: Section, in sandbox: Sandbox) throws {
    let words = section.arguments
    if section.word == "policy" { return try usePolicy(section, in: sandbox) }
    guard let path = words.first else { throw UnknownSection(head: section.head) }
    let mode = words.count > 1 ? Int(words[1], radix: 8) : nil
    switch section.word {
    case "file":
      let text = section.body.map { $0 + "\n" }.joined()
      try sandbox.write(path, text, mode: mode ?? 0o644)
    case "bytes":
      try sandbox.write(path, Self.bytes(of: section.body), mode: mode ?? 0o644)
    case "edit":
      var text = sandbox.text(path) ?? ""
      for line in section.body {
        let sides = line.components(separatedBy: " => ")
        guard sides.count == 2, text.contains(sides[0]) else {
          throw UnknownSection(head: "\(section.head): \(line)")
        }
        let other = String(decoding: Transcript.bytes(of: [sides[1]]), as: UTF8.self)
        text = text.replacing(sides[0], with: other)
      }
      try sandbox.write(path, text)
    case "large" where words.count == 2:
      let line = "# nothing at all, again and again and again and again and again\n"
      let count = (Int(words[1]) ?? 0) * 1_000_000 / line.utf8.count
      try sandbox.write(path, String(repeating: line, count: count))
    case "cut" where words.count == 2:
      let lines = (sandbox.text(path) ?? "").split(
        separator: "\n", omittingEmptySubsequences: false)
      let kept = lines.prefix(Int(words[1]) ?? 0)
      try sandbox.write(path, kept.map { $0 + "\n" }.joined())
    case "link" where words.count == 2:
      try sandbox.makeLink(path, to: sandbox.path(words[1]))
    case "folder":
      try sandbox.makeDirectory(path)
      if let mode {
        try FileManager.default.setAttributes(
          [.posixPermissions: mode], ofItemAtPath: sandbox.path(path))
      }
    case "damage":
      for entry in sandbox.tree(path) where entry.hasSuffix("/content/") {
        try sandbox.remove("\(path)/\(entry)")
      }
    case "give":
      try sandbox.giveAway(path)
    case "remove":
      try sandbox.remove(path)
    case "variable":
      sandbox[variable: path] = words.dropFirst().joined(separator: " ")
    default:
      throw UnknownSection(head: section.head)
    }
  }

  /// Writes the machine's policy, and runs all later commands under it.
  private func usePolicy(_ section: Section, in sandbox: Sandbox) throws {
    let mode = section.arguments.first.flatMap { Int($0, radix: 8) } ?? 0o644
    try sandbox.write(
      "$SANDBOX/etc/bootstrap/policy", section.body.map { $0 + "\n" }.joined(), mode: mode)
    try sandbox.makeDirectory("$SANDBOX/system-etc")
    sandbox.runCommands(
      by: MountNamespace.withConfiguration(
        from: sandbox.path("$SANDBOX/etc/bootstrap"), scratch: sandbox.path("$SANDBOX/system-etc")))
  }

  /// Runs the command of a section and returns the sections that describe its outcome.
  private func run(
    _ section: Section, in sandbox: Sandbox
  ) async throws -> (sections: [Section], failure: Failure?) {
    var folder = "."
    var line = section.argument
    if section.word == "in", let colon = line.firstIndex(of: ":") {
      folder = String(line[..<colon])
      line = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    let outcome: Outcome
    do {
      outcome = try await sandbox.run(Self.words(of: line), in: folder)
    } catch is Sandbox.NoSuchProgram {
      return ([Section("exit not found")], nil)
    }
    var sections: [Section] = []
    switch outcome.ending {
    case .exit(0): break
    case .exit(let code): sections.append(Section("exit \(code)"))
    case .signal(let signal): sections.append(Section("exit by signal \(signal)"))
    case .outOfTime: sections.append(Section("exit never"))
    }
    for (word, text) in [("output", outcome.standardOutput), ("error", outcome.standardError)]
    where !text.isEmpty {
      sections.append(Section(word, text: replacingVaryingValues(text)))
    }
    let isFailure = outcome.ending != .exit(0)
    return (
      sections,
      isFailure
        ? Failure(
          folder: folder, words: Self.words(of: line), ending: outcome.ending,
          message: outcome.standardError) : nil
    )
  }

  /// Replaces the content ids of installations and the names of downloads, which depend on the
  /// machine's platform.
  private static func withoutIDs(_ text: String) -> String {
    text.replacing(/-[0-9a-f]{40}\b/, with: "-$ID")
      .replacing(/"id": "[0-9a-f]{40}"/, with: "\"id\": \"$ID\"")
      .replacing(/\([0-9a-f]{12}\)/, with: "($ID)")
      .replacing(/downloads\/sha256\/[0-9a-f]{64}\b/, with: "downloads/sha256/$DIGEST")
  }

  /// Replaces values that differ from run to run: `in 1.4 s` becomes `in <time>`.
  ///
  /// Unless the transcript serves a stalled page, this also removes the notice about a slow
  /// response of the index, which appears on a busy machine.
  private func replacingVaryingValues(_ text: String) -> String {
    let isSlow = sections.contains { $0.body.contains { $0.hasSuffix(" stalled") } }
    let text = isSlow ? text : text.replacing("waiting for $INDEX_HOST\n", with: "")
    let replaced = Self.withoutIDs(text)
      .replacing(/\bin (\d+ min )?\d+(\.\d)? s\b/, with: "in <time>")
      .replacing(/\bafter \d+ ms\b/, with: "after <time>")
      .replacing(/\bmachine has glibc [\d.]+/, with: "machine has glibc <version>")
      .replacing(/\beligible from \d{4}-[\dT:-]+Z/, with: "eligible from <time>")
      .replacing(/\buntil \d{4}-[\dT:-]+Z/, with: "until <time>")
      .replacing(/"free": "\d{4}-[\dT:-]+Z"/, with: "\"free\": \"<time>\"")
      .replacing(/"time": "\d{4}-[\dT:-]+Z"/, with: "\"time\": \"<time>\"")
      .replacing(/\d{4}-[\dT:-]+Z(?=  (install|uninstall|undo|setup|x) )/, with: "<time>")
      .replacing(/\d{4}-[\dT:-]+Z(?=  (system|host|tools|hook|shell)[:\s])/, with: "<time>")
      .replacing(/(failed|started) at \d{4}-[\dT:-]+Z/, with: { "\($0.1) at <time>" })
      .replacing(/"(begun|ended)": "\d{4}-[\dT:-]+Z"/, with: { "\"\($0.1)\": \"<time>\"" })
      .replacing(/logs\/setup\/[0-9a-f]{12}-/, with: "logs/setup/<digest>-")
      .replacing(/\bbegins at \d{4}-[\dT:-]+Z/, with: "begins at <time>")
      .replacing(/"since": "\d{4}-[\dT:-]+Z"/, with: "\"since\": \"<time>\"")
      .replacing(/"accepted": "\d{4}-[\dT:-]+Z"/, with: "\"accepted\": \"<time>\"")
      .replacing(/BOOTSTRAP_TRUST=[0-9a-f]{64}/, with: "BOOTSTRAP_TRUST=<digest>")
      .replacing(/"digest": "[0-9a-f]{64}"/, with: "\"digest\": \"<digest>\"")
      .replacing(/last verified \d+ \w+ ago/, with: "last verified <age> ago")
      .replacing(
        /\b(added|installed|removed|verified) \d+ minutes? ago/, with: { "\($0.1) <age> ago" }
      )
      .replacing(/last used \d+ minutes? ago/, with: "last used <age> ago")
      .replacing(/until \d{4}-\d\d-\d\d\b/, with: "until <day>")
      .replacing(
        /"(installed|last_used|last_verified|seen)": "\d{4}-[\dT:-]+Z"/,
        with: { "\"\($0.1)\": \"<time>\"" }
      )
      .replacing(/"(database|freed|index|programs|total|trash)": \d+/, with: { "\"\($0.1)\": 1" })
      .replacing(
        /vendor\/tools\/(\S+)-(linux|macos)-(x64|arm64)\./,
        with: { "vendor/tools/\($0.1)-<platform>." }
      )
      .replacing(/"size": \d+(?=,\s+"time")/, with: "\"size\": 1")
      .replacing(
        /\b(bootstrap|database|index|total) +\d+ (bytes|kB|MB)/, with: { "\($0.1) <size>" }
      )
      .replacing(/for (linux|macos)-(x64|arm64)(?=;| to )/, with: "for <platform>")
      .replacing(/root holds \d+ (bytes|kB|MB)/, with: "root holds <size>")
      .replacing(/\b[0-9a-f]{12}\b(?=\s\s)/, with: "<digest>")
    // An age in a table determines the width of its column.
    guard replaced.contains("<age>") else { return replaced }
    return replaced.replacing(/(\S)   +/, with: { "\($0.1)  " })
  }
}
