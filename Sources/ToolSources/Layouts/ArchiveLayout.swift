internal import TextSearch

/// The rules that find the executables of an archive.
///
/// Release archives differ, but nearly all contain a file with the name of the program: in a folder
/// `bin`, at the root, or in a folder named after the release. If several files have that name,
/// executable files take precedence, then files in a folder `bin`, then those closest to the root.
/// A file need not be executable, because some archives record no modes. If no file has the name,
/// the rule finds one that has the name once ``ProgramName`` has removed the words for platforms,
/// such as `tool-linux-amd64`.
///
/// If the names are not known, the programs are those in the `bin` folders closest to the root. If
/// there are none, they are those at the root, then those directly in the only top-level folder. A
/// program is a file with the first bytes of a native program or of a script, and with an execute
/// bit, unless the archive records none.
package struct ArchiveLayout: Sendable {
  private let members: [ArchiveFile]

  /// Creates the layout of an archive from its files, without folders and links.
  package init(members: [ArchiveFile]) { self.members = members }

  /// Returns the executables that the archive contains, in the order of `names`. Names without
  /// a file are omitted.
  package func executables(named names: [String]) -> [ProvidedExecutable] {
    names.compactMap { name in
      let exact = members.filter { $0.name == name }
      let candidates = exact.isEmpty ? members.filter { Self.command(of: $0, is: name) } : exact
      return candidates.min { rank($0) < rank($1) }
        .map { ProvidedExecutable(name: name, path: $0.path) }
    }
  }

  /// Returns whether a file is named after a program and its platform.
  private static func command(of member: ArchiveFile, is name: String) -> Bool {
    // This cheap check rules out most files of an archive.
    member.name.contains(name) && WheelLayout.mayBeProgram(member)
      && ProgramName.command(of: String(member.name), tool: name, version: "") == name
  }

  /// Returns the sort key of a candidate. The candidate with the lowest key is the best.
  private func rank(_ member: ArchiveFile) -> (Int, Int, Int, String) {
    (member.isExecutable ? 0 : 1, member.isInBin ? 0 : 1, member.depth, member.path)
  }

  /// The members whose first bytes must be read to find the programs, in the order of their paths.
  package var membersToInspect: [ArchiveFile] {
    groups.joined().filter(mustBeInspected).sorted { $0.path < $1.path }
  }

  /// Returns the executables of an archive whose names are not known, sorted by name.
  ///
  /// - Parameters:
  ///   - tool: The name of the tool.
  ///   - version: The version or the tag of the release.
  ///   - heads: The first ``WheelLayout/headSize`` bytes of each of ``membersToInspect``, by path.
  package func executables(
    of tool: String, _ version: String, heads: [String: [UInt8]]
  ) -> [ProvidedExecutable] {
    let programs = groups.lazy.map { group in
      group.filter { member in
        !mustBeInspected(member) || ProgramKind(head: heads[member.path] ?? []) != .other
      }
    }.first { !$0.isEmpty }
    let names = (programs ?? []).map { member in
      let file = String(member.name)
      let name = ProgramName.command(of: file, tool: tool, version: version)
      // An installation must find the same file by the name alone.
      return executables(named: [name]).first?.path == member.path ? name : file
    }
    return executables(named: Set(names).sorted())
  }

  /// The members that may be programs, grouped by place, the best place first.
  private var groups: [[ArchiveFile]] {
    let hasModes = members.contains(where: \.isExecutable)
    let files = members.filter { (!hasModes || $0.isExecutable) && WheelLayout.mayBeProgram($0) }
    let inBin = files.filter(\.isInBin)
    let depth = inBin.map(\.depth).min()
    let folders = Set(members.map { $0.path.prefix { $0 != "/" } })
    return [
      inBin.filter { $0.depth == depth }, files.filter { $0.depth == 0 },
      folders.count == 1 ? files.filter { $0.depth == 1 } : [],
    ]
  }

  /// Returns whether the first bytes of a member decide whether it is a program. Large executable
  /// files are assumed to be native programs, which saves reading them.
  private func mustBeInspected(_ member: ArchiveFile) -> Bool {
    !member.isExecutable || member.size <= WheelLayout.maximumScriptSize
  }
}

extension ArchiveFile {
  /// Whether the file is directly in a folder `bin`.
  fileprivate var isInBin: Bool { folder == "bin/" || folder.hasSuffix("/bin/") }
}
