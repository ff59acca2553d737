internal import Diagnostics
package import Filesystem
package import Layout
package import Vocabulary

/// The recorded steps of one Toolfile's setup, which let a later setup continue where an earlier
/// one failed.
///
/// ```
/// setup-journal 1
/// machine 5b0c…
/// folder /home/me/app
/// clone 2026-11-22T09:29:58Z
/// begin 2026-11-22T09:30:00Z hook:hooks-path 9f6e…
/// group 2026-11-22T09:30:00Z hook:hooks-path 4711 c0ffee…/12345
/// end 2026-11-22T09:30:04Z hook:hooks-path 9f6e… done
/// found 2026-11-22T09:30:04Z apt libyaml-dev 0.2.5-1
/// ```
///
/// Lines are only appended, and each one reaches the disk before the work continues. A line that a
/// crash truncated does not count. A record that has grown large is replaced by one with only the
/// last attempts.
///
/// The record of another machine does not count either, because a home directory can be shared
/// between machines or restored on a different one.
package struct SetupJournal: Sendable {
  /// How an attempt ended.
  package enum Result: String, Sendable {
    case done, failed, interrupted
  }

  /// The last attempt of a step.
  package struct Attempt: Hashable, Sendable {
    package let begun: ReleaseTime
    /// The end of the attempt, or `nil` if the process died first.
    package fileprivate(set) var ended: ReleaseTime?
    package fileprivate(set) var result: Result?
    /// The digest of the step's content.
    package let digest: String
    /// The leader of the process group that the step started last, or `nil` if none is recorded.
    package fileprivate(set) var group: ProcessIdentity?
  }

  /// A package that was installed at the end of a step.
  package struct FoundPackage: Hashable, Sendable {
    package let time: ReleaseTime
    package let manager: String
    package let name: String
    package let version: String
  }

  private static let heading = "setup-journal 1"
  /// The size at which the record is replaced by a shorter one, in bytes.
  private static let compactionByteCount = 1 << 20
  private static let maximumByteCount = 16 << 20

  package let path: FilePath
  /// The folder of the Toolfile.
  package let folder: FilePath
  /// Whether the record is from another machine, so that its attempts do not count.
  package private(set) var isOfOtherMachine = false
  /// The last attempts, keyed by step id.
  package private(set) var attempts: [String: Attempt] = [:]
  package private(set) var foundPackages: [FoundPackage] = []
  private let machine: String
  /// Whether the file starts with this machine's heading, and is small enough to append to.
  private var isBegun = false
  /// Whether the last line has no line feed.
  private var isTorn = false

  /// Reads the record of the setup in `folder`, if there is one.
  ///
  /// - Throws: ``FileError`` if the file cannot be read.
  package init(of folder: FilePath, in root: Root, machine: String) throws(FileError) {
    let physical = (try? folder.resolvingLinks()) ?? folder
    let place = root.setups.folder(SHA256Digest(of: physical.bytes).hexadecimal)
    try self.init(at: place.appending(Self.name), of: physical, machine: machine)
  }

  private static let name = "journal"
  private static let cloneWord = "clone"

  private init(at path: FilePath, of folder: FilePath, machine: String) throws(FileError) {
    self.path = path
    self.folder = folder
    self.machine = machine
    guard let bytes = try path.contentsIfPresent(limit: Self.maximumByteCount) else { return }
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    isTorn = end < bytes.count
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
    guard lines.first.map(String.init) == Self.heading, lines.count > 1 else { return }
    isOfOtherMachine = lines[1] != "machine \(machine)"
    if isOfOtherMachine { return }
    isBegun = bytes.count < Self.compactionByteCount
    for line in lines.dropFirst(2) { read(line.split(separator: " ").map(String.init)) }
  }

  private mutating func read(_ words: [String]) {
    if words.first == Self.cloneWord { attempts = [:] }
    guard words.count >= 4, let time = ReleaseTime(words[1]) else { return }
    switch words[0] {
    case "begin": attempts[words[2]] = Attempt(begun: time, digest: words[3])
    case "group" where words.count > 4:
      attempts[words[2]]?.group = Int32(words[3]).map { ProcessIdentity($0, start: words[4]) }
    case "end" where words.count > 4 && attempts[words[2]]?.digest == words[3]:
      attempts[words[2]]?.ended = time
      attempts[words[2]]?.result = Result(rawValue: words[4])
    case "found" where words.count > 4:
      foundPackages.append(
        FoundPackage(time: time, manager: words[2], name: words[3], version: words[4]))
    default: break
    }
  }

  /// Returns the last attempt of a step, or `nil` if there is none with the same content.
  package func attempt(of step: SetupStep) -> Attempt? {
    attempts[step.name.id].flatMap { $0.digest == step.digest ? $0 : nil }
  }

  /// Records the start of a step.
  ///
  /// - Throws: ``FileError`` if the record cannot be written. The step must not run in this case.
  package mutating func begin(_ step: SetupStep, now: Int64) throws(FileError) {
    let time = ReleaseTime(secondsSince1970: now)
    try append(["begin \(time) \(step.name.id) \(step.digest)"])
    attempts[step.name.id] = Attempt(begun: time, digest: step.digest)
  }

  /// Records that a new clone is about to get the folder, so that earlier attempts do not count.
  package mutating func clone(now: Int64) throws(FileError) {
    attempts = [:]
    try append(["\(Self.cloneWord) \(ReleaseTime(secondsSince1970: now))"])
  }

  /// Records the leader of a step's process group before the step's program starts its work.
  ///
  /// - Throws: ``FileError`` if the record cannot be written. The program must then not run.
  package mutating func run(
    _ step: SetupStep, as process: ProcessIdentity, now: Int64
  ) throws(FileError) {
    let time = ReleaseTime(secondsSince1970: now)
    try append(["group \(time) \(step.name.id) \(process.process) \(process.start)"])
    attempts[step.name.id]?.group = process
  }

  /// Records the result of a step, and the packages that are installed after it.
  package mutating func end(
    _ step: SetupStep, _ result: Result, found packages: [String: String] = [:], now: Int64
  ) throws(FileError) {
    let time = ReleaseTime(secondsSince1970: now)
    var lines = ["end \(time) \(step.name.id) \(step.digest) \(result.rawValue)"]
    if case .host(let manager, _) = step.action {
      let known = Dictionary(
        foundPackages.filter { $0.manager == manager.rawValue }.map { ($0.name, $0.version) },
        uniquingKeysWith: { _, last in last })
      for (name, version) in packages.sorted(by: { $0.key < $1.key })
      where known[name] != version && !version.contains(" ") {
        lines.append("found \(time) \(manager.rawValue) \(name) \(version)")
      }
    }
    try append(lines)
    attempts[step.name.id]?.ended = time
    attempts[step.name.id]?.result = result
  }

  /// The lines of a compacted record: the last attempts, and the last versions of packages.
  private var summary: [String] {
    var lines: [String] = []
    for (step, attempt) in attempts.sorted(by: { $0.key < $1.key }) {
      lines.append("begin \(attempt.begun) \(step) \(attempt.digest)")
      if let group = attempt.group {
        lines.append("group \(attempt.begun) \(step) \(group.process) \(group.start)")
      }
      if let ended = attempt.ended, let result = attempt.result {
        lines.append("end \(ended) \(step) \(attempt.digest) \(result.rawValue)")
      }
    }
    var known: Set<String> = []
    let packages = foundPackages.reversed().filter {
      known.insert("\($0.manager) \($0.name)").inserted
    }
    return lines
      + packages.reversed().map { "found \($0.time) \($0.manager) \($0.name) \($0.version)" }
  }

  /// Appends lines. Replaces the file if it is missing, large, or from another machine.
  private mutating func append(_ lines: [String]) throws(FileError) {
    try path.parentDirectory.makeDirectories(permissions: 0o700)
    var lines = lines
    if !isBegun {
      let heading = [
        Self.heading, "machine \(machine)", "folder \(PercentEncoding.encode(folder.bytes))",
      ]
      try path.replaceContents(
        with: (heading + summary + lines).map { $0 + "\n" }.joined().utf8, permissions: 0o600)
      (isBegun, isTorn) = (true, false)
      return
    }
    if isTorn { lines.insert("", at: 0) }
    try path.append(lines.map { $0 + "\n" }.joined().utf8)
    isTorn = false
  }

  /// Returns the records of all folders in `root`. Records of other machines have no attempts.
  package static func all(in root: Root, machine: String) throws(FileError) -> [SetupJournal] {
    var journals: [SetupJournal] = []
    for name in try root.setups.entriesIfPresent() where SHA256Digest(hexadecimal: name) != nil {
      let path = root.setups.folder(name).appending(Self.name)
      guard let folder = try Self.folder(in: path) else { continue }
      journals.append(try SetupJournal(at: path, of: folder, machine: machine))
    }
    return journals
  }

  private static func folder(in path: FilePath) throws(FileError) -> FilePath? {
    guard let bytes = try path.contentsIfPresent(limit: maximumByteCount) else { return nil }
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(3)
    where line.starts(with: "folder ".utf8) {
      return PercentEncoding.decode(line.dropFirst(7)).map { FilePath(bytes: $0[...]) }
    }
    return nil
  }
}
