/// Which executables a wheel provides: one rule, used on the wheel's directory when a version is locked and again when it is
/// installed, so that both say the same.
///
/// A wheel is made for pip, which makes programs in two ways: it copies scripts, and it writes small Python programs around
/// functions (entry points). We run neither pip nor Python, so we look for the native programs behind them:
///
/// 1. `NAME-VERSION.data/scripts/x` is `x`. So is `….data/data/bin/x`, which pip puts in the same place.
/// 2. An entry point `x = module:function` is a wrapper around a program, where the wheel has an executable file of the name `x`,
///    or of the function's name (`swig4.0 = swig:swig`). An entry point without one provides nothing.
/// 3. Without any of those: the executable files in the `bin` folder that is nearest to the root.
/// 4. Without that: the one executable file without an extension that lies directly in a package's folder.
///
/// Where two files would be one name, it is the one nearer to the root, then the first by its path: nothing depends on the order in
/// which an archive lists them.
///
/// A wheel cannot hold symbolic links, so a program that was one became a copy. A script that finds its parts beside itself
/// works only from where it was made; where another member has the same bytes, it is that one which is linked to.
package struct WheelLayout: Sendable {
  /// A larger file is no script: its first bytes need not be seen, which saves a request each at lock time.
  package static let maximumScriptSize = 128 * 1024

  /// How many of its first bytes say what a file is.
  package static let headSize = 128

  private let candidates: [Candidate]
  private let fallbacks: [[Candidate]]
  private let members: [ArchiveFile]
  /// The paths of executable files that may be what a name in `executables:` means, where the rules name no such.
  private let programs: [ArchiveFile]
  /// Entry points around no program.
  private let pythonCommands: [String]

  private struct Candidate: Hashable {
    let name: String
    let member: ArchiveFile
  }

  /// - Parameters:
  ///   - members: The files of the wheel, without its folders.
  ///   - entryPoints: The text of `entry_points.txt` in the folder `….dist-info`, where there is one.
  package init(members: [ArchiveFile], entryPoints: [UInt8]?) {
    let scripts = members.compactMap(Self.script)
    let programs = members.filter { $0.isExecutable && Self.mayBeProgram($0) }
    let commands = entryPoints.map(EntryPoint.commands) ?? []
    let wrapped = commands.compactMap { command in
      Self.program(for: command, among: programs).map { Candidate(name: command.name, member: $0) }
    }
    self.programs = programs
    candidates = Self.unique(Self.inOrder(scripts) + wrapped)
    pythonCommands = commands.map(\.name).filter { name in !wrapped.contains { $0.name == name } }
    let inBin = Self.unique(Self.inOrder(Self.inNearestBin(programs)))
    fallbacks = [inBin, Self.alone(programs)].filter { !$0.isEmpty }
    self.members = members
  }

  /// The members whose first bytes (two lines at most: 128 bytes) decide what they are.
  package var membersToInspect: [String] {
    Set(
      (candidates + fallbacks.joined()).map(\.member)
        .filter { $0.size <= Self.maximumScriptSize }.map(\.path)
    ).sorted()
  }

  /// The executables, sorted by name. `heads` has the first bytes of each of ``membersToInspect``.
  package func executables(
    _ selection: ExecutableSelection = .all, heads: [String: [UInt8]]
  ) throws(LayoutError) -> [ProvidedExecutable] {
    switch selection {
    case .all:
      let found = found(heads)
      if !found.executables.isEmpty { return found.executables }
      let python = Set(found.pythonScripts + pythonCommands).sorted()
      throw python.isEmpty ? .noExecutables : .needsPython(python)
    case .names(let names):
      let found = found(heads)
      let byName = Dictionary(found.executables.map { ($0.name, $0) }) { first, _ in first }
      let result = names.compactMap { name in
        byName[name]
          ?? Self.best(programs.filter { $0.name == name }).map {
            ProvidedExecutable(name: name, path: $0.path)
          }
      }
      let missing = Set(names).subtracting(result.map(\.name)).sorted()
      if !missing.isEmpty {
        throw .missing(names: missing, found: found.executables.map(\.name))
      }
      return result.sorted { $0.name < $1.name }
    case .paths(let executables):
      let paths = Set(members.map(\.path))
      let missing = executables.map(\.path).filter { !paths.contains($0) }
      if !missing.isEmpty { throw .missingMembers(missing.sorted()) }
      return executables.sorted { $0.name < $1.name }
    }
  }

  /// What the first rule that finds a program finds, and the Python scripts seen up to there.
  private func found(
    _ heads: [String: [UInt8]]
  ) -> (executables: [ProvidedExecutable], pythonScripts: [String]) {
    var pythonScripts: [String] = []
    for rule in [candidates] + fallbacks {
      var executables: [ProvidedExecutable] = []
      for candidate in rule {
        let member = candidate.member
        switch member.size > Self.maximumScriptSize
          ? .native : ProgramKind(head: heads[member.path] ?? [])
        {
        case .native:
          executables.append(ProvidedExecutable(name: candidate.name, path: member.path))
        case .script:
          executables.append(
            ProvidedExecutable(name: candidate.name, path: original(of: member).path))
        case .pythonScript: pythonScripts.append(candidate.name)
        case .other: break
        }
      }
      if !executables.isEmpty {
        return (executables.sorted { $0.name < $1.name }, pythonScripts.sorted())
      }
    }
    return ([], pythonScripts.sorted())
  }

  /// The member in another folder that `member` is a copy of; itself where there is none.
  private func original(of member: ArchiveFile) -> ArchiveFile {
    Self.best(
      members.filter {
        $0.size == member.size && $0.checksum == member.checksum && $0.folder != member.folder
      }) ?? member
  }
}

extension WheelLayout {
  /// Rule 1. pip makes every script executable, whatever its mode.
  private static func script(_ member: ArchiveFile) -> Candidate? {
    guard
      member.path.utf8.prefix(while: { $0 != UInt8(ascii: "/") }).suffix(5).elementsEqual(
        ".data".utf8),
      mayBeProgram(member)
    else { return nil }
    let parts = member.path.split(separator: "/")
    let isScript = parts.count == 3 && parts[1] == "scripts"
    let isInBin = parts.count == 4 && parts[1] == "data" && parts[2] == "bin"
    return isScript || isInBin ? Candidate(name: String(member.name), member: member) : nil
  }

  /// Rule 2.
  private static func program(
    for command: EntryPoint, among programs: [ArchiveFile]
  ) -> ArchiveFile? {
    best(programs.filter { $0.name == command.name })
      ?? best(programs.filter { $0.name == command.function })
  }

  /// Rule 3.
  private static func inNearestBin(_ programs: [ArchiveFile]) -> [Candidate] {
    let inBin = programs.filter { $0.folder.hasSuffix("/bin/") }
    let depth = inBin.map(\.depth).min()
    return inBin.filter { $0.depth == depth }
      .map { Candidate(name: String($0.name), member: $0) }
  }

  /// Rule 4.
  private static func alone(_ programs: [ArchiveFile]) -> [Candidate] {
    let direct = programs.filter { $0.depth == 1 && !$0.name.contains(".") }
    guard direct.count == 1 else { return [] }
    return direct.map { Candidate(name: String($0.name), member: $0) }
  }

  /// Of several members that would do: the one nearest to the root, then the first by name.
  private static func best(_ members: [ArchiveFile]) -> ArchiveFile? {
    members.min(by: isBetter)
  }

  private static func unique(_ candidates: [Candidate]) -> [Candidate] {
    var names: Set<String> = []
    return candidates.filter { names.insert($0.name).inserted }
  }

  private static func inOrder(_ candidates: [Candidate]) -> [Candidate] {
    candidates.sorted { isBetter($0.member, $1.member) }
  }

  private static func isBetter(_ left: ArchiveFile, _ right: ArchiveFile) -> Bool {
    (left.depth, left.path) < (right.depth, right.path)
  }

  /// Not a library, not what Python or another system runs, and not a description of the wheel.
  private static func mayBeProgram(_ member: ArchiveFile) -> Bool {
    let name = member.name
    let isOther = [".py", ".pyc", ".so", ".dylib", ".dll", ".a", ".exe", ".bat", ".cmd", ".ps1"]
      .contains { name.hasSuffix($0) }
    return !isOther && !name.contains(".so.")
      && !(member.path.prefix { $0 != "/" }).hasSuffix(".dist-info")
  }
}
