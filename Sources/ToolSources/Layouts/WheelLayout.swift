internal import TextSearch

/// The rules that find the executables of a wheel.
///
/// The same rules apply when a version is locked and when it is installed, so both give the
/// same result.
///
/// Wheels are made for pip, which creates programs in two ways: it copies scripts, and it
/// writes small Python programs that call functions (entry points). bootstrap runs neither pip
/// nor Python, so it finds the native programs that these scripts and entry points run:
///
/// 1. `NAME-VERSION.data/scripts/x` provides `x`. So does `….data/data/bin/x`, which pip
///    installs in the same folder.
/// 2. An entry point `x = module:function` wraps a program if the wheel contains an executable
///    file named `x`, or named after the function (`swig4.0 = swig:swig`). Other entry points
///    provide nothing.
/// 3. If rules 1 and 2 provide nothing, each executable file in the `bin` folders closest to the
///    root provides an executable with the name of the file. A top-level `bin` does not count.
/// 4. If rule 3 provides nothing either, and exactly one executable file without an extension
///    lies directly in a top-level folder, that file provides an executable with its name.
///
/// If two files provide the same name, a file of rule 1 takes precedence over one of rule 2, then
/// the file closer to the root, then the first by path. The order in the archive does not matter.
///
/// A wheel cannot contain symbolic links, so a linked program is stored as a copy. A script
/// that loads files beside it works only in its original folder. Therefore, if a member in
/// another folder has the same bytes as a script, the executable links to that member.
package struct WheelLayout: Sendable {
  /// The number of these rules. It changes whenever the rules find other executables.
  static let ruleNumber = 1

  /// The maximum size in bytes of a member whose kind is determined by its first bytes. Larger
  /// members are assumed to be native programs, which saves a request for each of them when a
  /// version is locked.
  package static let maximumScriptSize = 128 * 1024

  /// The number of bytes at the start of a file that determine its kind.
  package static let headSize = 128

  /// The candidates of rules 1 and 2.
  private let candidates: [Candidate]
  /// The candidates of rule 3 and of rule 4. A rule without candidates is omitted.
  private let fallbacks: [[Candidate]]
  private let members: [ArchiveFile]
  /// All files that may be programs and have an execute bit. A name in `executables:` that no
  /// rule provides may refer to any of them.
  private let programs: [ArchiveFile]
  /// The names of the entry points that wrap no program.
  private let pythonCommands: [String]

  /// A member that becomes an executable if its first bytes are those of a program or script.
  private struct Candidate: Hashable {
    let name: String
    let member: ArchiveFile
  }

  /// Creates the layout of a wheel.
  ///
  /// - Parameters:
  ///   - members: The files of the wheel, without folders.
  ///   - entryPoints: The content of `entry_points.txt` in the folder `….dist-info`, or `nil`
  ///     if the wheel has none.
  package init(members: [ArchiveFile], entryPoints: [UInt8]?) {
    let scripts = members.compactMap(Self.script)
    let programs = members.filter { $0.isExecutable && Self.mayBeProgram($0) }
    let commands = entryPoints.map(EntryPoint.commands) ?? []
    let wrapped = commands.compactMap { command in
      Self.program(for: command, among: programs).map { Candidate(name: command.name, member: $0) }
    }
    self.programs = programs
    candidates = Self.unique(Self.sortedByPreference(scripts) + wrapped)
    pythonCommands = commands.map(\.name).filter { name in !wrapped.contains { $0.name == name } }
    let inBin = Self.unique(Self.sortedByPreference(Self.inNearestBin(programs)))
    fallbacks = [inBin, Self.soleProgram(programs)].filter { !$0.isEmpty }
    self.members = members
  }

  /// The paths of the members whose first ``headSize`` bytes must be read, sorted.
  package var membersToInspect: [String] {
    Set(
      (candidates + fallbacks.joined()).map(\.member)
        .filter { $0.size <= Self.maximumScriptSize }.map(\.path)
    ).sorted()
  }

  /// Returns the executables, sorted by name. `heads` contains the first bytes of each of
  /// ``membersToInspect`` by path.
  ///
  /// - Throws: ``LayoutError`` if the wheel has no executables or lacks a requested one.
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
      if !missing.isEmpty {
        throw .missingMembers(names: missing.sorted(), files: programs.map(\.path).sorted())
      }
      return executables.sorted { $0.name < $1.name }
    }
  }

  /// Returns the executables of the first rule that finds any, and the Python scripts among the
  /// candidates up to that rule.
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

  /// Returns the member in another folder that has the same size and checksum as `member`, or
  /// `member` itself if there is none. Of several, returns the one closest to the root.
  private func original(of member: ArchiveFile) -> ArchiveFile {
    Self.best(
      members.filter {
        $0.size == member.size && $0.checksum == member.checksum && $0.folder != member.folder
      }) ?? member
  }
}

extension WheelLayout {
  /// Applies rule 1 to a member. Returns `nil` if the member is not a script. Modes do not matter,
  /// because pip makes every script executable.
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

  /// Applies rule 2. Returns the program that an entry point wraps, or `nil` if there is none.
  private static func program(
    for command: EntryPoint, among programs: [ArchiveFile]
  ) -> ArchiveFile? {
    best(programs.filter { $0.name == command.name })
      ?? best(programs.filter { $0.name == command.function })
  }

  /// Applies rule 3. Returns the files in the `bin` folders at the lowest depth.
  private static func inNearestBin(_ programs: [ArchiveFile]) -> [Candidate] {
    let inBin = programs.filter { $0.folder.hasSuffix("/bin/") }
    let depth = inBin.map(\.depth).min()
    return inBin.filter { $0.depth == depth }
      .map { Candidate(name: String($0.name), member: $0) }
  }

  /// Applies rule 4. Returns at most one candidate.
  private static func soleProgram(_ programs: [ArchiveFile]) -> [Candidate] {
    let direct = programs.filter { $0.depth == 1 && !$0.name.contains(".") }
    guard direct.count == 1 else { return [] }
    return direct.map { Candidate(name: String($0.name), member: $0) }
  }

  /// Returns the member closest to the root, and the first by path among those at the same
  /// depth, or `nil` if there are no members.
  private static func best(_ members: [ArchiveFile]) -> ArchiveFile? {
    members.min(by: isBetter)
  }

  /// Returns the first candidate for each name.
  private static func unique(_ candidates: [Candidate]) -> [Candidate] {
    var names: Set<String> = []
    return candidates.filter { names.insert($0.name).inserted }
  }

  /// Returns the candidates, the best first.
  private static func sortedByPreference(_ candidates: [Candidate]) -> [Candidate] {
    candidates.sorted { isBetter($0.member, $1.member) }
  }

  /// Returns whether `left` is closer to the root than `right`, or comes first by path at the
  /// same depth.
  private static func isBetter(_ left: ArchiveFile, _ right: ArchiveFile) -> Bool {
    (left.depth, left.path) < (right.depth, right.path)
  }

  /// Returns whether the member may be a program, judging by its path. Libraries, files for
  /// Python or Windows, and the wheel's metadata are not programs.
  static func mayBeProgram(_ member: ArchiveFile) -> Bool {
    let name = member.name
    let isOther = [".py", ".pyc", ".so", ".dylib", ".dll", ".a", ".exe", ".bat", ".cmd", ".ps1"]
      .contains { name.hasSuffix($0) }
    return !isOther && !name.contains(".so.")
      && !(member.path.prefix { $0 != "/" }).hasSuffix(".dist-info")
  }
}
