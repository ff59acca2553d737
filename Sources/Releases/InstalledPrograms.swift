package import Diagnostics
package import Filesystem
package import Layout
internal import Versions
internal import Vocabulary

/// The programs of bootstrap in a root.
///
/// ```
/// programs/0.2.0-1/             a release, with the structure of its archive
/// programs/0.2.0-1/.previous    a link to the release that it replaced
/// programs/current              a link to the release in use
/// bin/bootstrap                 a link to ../programs/current/bin/bootstrap; the files in lib/ and
///                               share/, and libexec/bootstrap-shim, are such links, too
/// ```
///
/// One rename, that of `programs/current`, replaces all programs and decides which release to go
/// back to. The main program starts the `bootstrap-change` beside itself, in its own release, so
/// that an update never comes between the two.
///
/// An older bootstrap had the files themselves in `bin/` and the other folders, and the earlier
/// ones in `previous/`. A root with that structure works as it is, and its next update turns it
/// into this one.
package struct InstalledPrograms: Sendable {
  let root: Root
  let environment: Environment

  /// Creates the programs of `root`, which need not have any.
  ///
  /// - Parameter environment: The environment in which programs state their version.
  package init(in root: Root, _ environment: Environment) {
    (self.root, self.environment) = (root, environment)
  }

  /// The programs in use.
  package var current: ProgramFiles {
    get throws(FileError) { try releaseInUse.map(files) ?? placed }
  }

  /// The folder that contains the programs in use.
  package var currentFolder: FilePath {
    get throws(FileError) { try current.folder }
  }

  /// The programs from before the last update, or `nil` if there are none.
  package var earlier: ProgramFiles? {
    get throws(FileError) {
      let earlier =
        if let name = try knownRelease {
          try release(at: previousLink(of: name)).map(files)
        } else {
          ProgramFiles(in: root.previous)
        }
      guard let earlier, try !earlier.hasSameProgram(as: current) else { return nil }
      return try earlier.firstMissing() == nil ? earlier : nil
    }
  }

  /// The link to the programs from before the last update if it is there, but leads to none that
  /// are whole, or `nil` if it is missing or right.
  package var damagedEarlier: FilePath? {
    get throws(FileError) {
      guard let name = try knownRelease else { return nil }
      let link = previousLink(of: name)
      guard try link.linkStatus() != nil else { return nil }
      guard let earlier = try release(at: link).map(files) else { return link }
      return try earlier.firstMissing() == nil && earlier.version(environment) != nil ? nil : link
    }
  }

  /// Returns the problem if the link to the release in use, through which the main program runs, is
  /// missing or broken, otherwise `nil`.
  ///
  /// - Parameter formatPath: Returns a path as messages show it.
  package func lostRelease(formatPath: (FilePath) -> String) throws(FileError) -> ReleaseProblem? {
    guard try root.program.linkTarget() == Self.target(of: ProgramFiles.mainProgram),
      try releaseInUse == nil
    else { return nil }
    return .lostRelease(path: formatPath(root.currentPrograms), release: try unlinkedRelease)
  }

  /// The path of `bootstrap-change` if it is missing, or `nil` if the main program can start it.
  package var missingChangeProgram: FilePath? {
    get throws(FileError) {
      let program = try current.folder.appending(ProgramFiles.changeProgram)
      return try program.isPresent() ? nil : program
    }
  }

  /// Whether the programs are of two releases, because something interrupted their replacement.
  package var areMixed: Bool {
    get throws(FileError) {
      let reference: ProgramFiles
      if let name = try knownRelease {
        reference = files(name)
      } else {
        // An older bootstrap copied the programs before it replaced them, the main program last.
        reference = ProgramFiles(in: root.previous)
        if !reference.hasSameProgram(as: placed) { return try isOfOtherRelease }
      }
      // What is beside a linked main program is not what it starts.
      let paths =
        [ProgramFiles.shimProgram]
        + (try releaseInUse == nil ? [ProgramFiles.changeProgram] : [])
      return paths.contains { !placed.hasSame($0, as: reference) }
    }
  }

  /// Whether an interrupted replacement left something to finish or to remove.
  package var haveRemains: Bool {
    get throws(FileError) {
      if try areMixed { return true }
      if try unlinkedRelease != nil { return true }
      guard let name = try releaseInUse else { return false }
      let change = root.path.appending(ProgramFiles.changeProgram)
      for place in [root.previous, change] where try place.linkStatus() != nil { return true }
      return try !unusedReleases(besides: name).isEmpty
    }
  }

  /// Whether this process runs the root's `bootstrap-change`, but the main program is of another
  /// version.
  var isOfOtherRelease: Bool {
    get throws(FileError) { try otherVersion != nil }
  }

  /// The version of the main program if this process runs the `bootstrap-change` beside it and has
  /// another version, otherwise `nil`.
  package var otherVersion: String? {
    get throws(FileError) {
      let change = try current.folder.appending(ProgramFiles.changeProgram)
      guard try FilePath.runningProgram() == change.withoutLinks() else { return nil }
      return placed.version(environment).flatMap { $0 == ProgramVersion.text ? nil : $0 }
    }
  }

  // MARK: The structure

  /// The files in the folders of the root. They are links to those of the release in use, unless an
  /// older bootstrap has placed them.
  var placed: ProgramFiles { ProgramFiles(in: root.path) }

  /// Returns the files of a release in the root.
  func files(_ name: String) -> ProgramFiles { ProgramFiles(in: folder(name)) }

  func folder(_ name: String) -> FilePath { root.programs.appending(name) }

  /// Returns the path of the link to the release that a release replaced.
  func previousLink(of name: String) -> FilePath { folder(name).appending(".previous") }

  /// Returns the target of the link at a path of ``ProgramFiles``.
  static func target(of path: String) -> FilePath {
    let up = path.split(separator: "/").dropLast().map { _ in "../" }.joined()
    return FilePath("\(up)programs/current/\(path)")
  }

  /// The name of the release in use, or `nil` if the main program is a file of its own.
  var releaseInUse: String? {
    get throws(FileError) {
      guard try root.program.linkTarget() == Self.target(of: ProgramFiles.mainProgram) else {
        return nil
      }
      return try release(at: root.currentPrograms)
    }
  }

  /// The name of the release whose main program is in use, or `nil` if that is only a file of its
  /// own. While an update turns the older structure into this one, both have it.
  var knownRelease: String? {
    get throws(FileError) {
      if let name = try releaseInUse { return name }
      guard let name = try release(at: root.currentPrograms),
        files(name).hasSameProgram(as: placed)
      else { return nil }
      return name
    }
  }

  /// Returns the name of the release that a link leads to, or `nil` if it leads to none.
  func release(at link: FilePath) throws(FileError) -> String? {
    guard let target = try link.linkTarget() else { return nil }
    let name = target.lastComponent
    guard Self.isRelease(name),
      ["", "../", "programs/"].contains(where: { target == FilePath($0 + name) }),
      try folder(name).linkStatus()?.kind == .directory
    else { return nil }
    return name
  }

  /// The release that must be in use although the link to it is missing, or `nil` if there is none,
  /// or several may be: the only whole one that is not there to go back to.
  var unlinkedRelease: String? {
    get throws(FileError) {
      guard try hasLostRelease else { return nil }
      var whole: [String] = []
      var earlier: Set<String> = []
      for entry in try root.programs.entriesIfPresent() where Self.isRelease(entry) {
        guard try folder(entry).linkStatus()?.kind == .directory else { continue }
        if try files(entry).firstMissing() == nil { whole.append(entry) }
        if let name = try release(at: previousLink(of: entry)) { earlier.insert(name) }
      }
      let found = whole.filter { !earlier.contains($0) }
      return found.count == 1 ? found.first : nil
    }
  }

  /// Whether it is not known which release is in use: the main program is neither a file nor leads
  /// to one.
  var hasLostRelease: Bool {
    get throws(FileError) {
      if try releaseInUse != nil { return false }
      return try root.program.linkStatus()?.kind != .file
    }
  }

  /// Returns the names of the releases besides one and the one that it replaced. Without one, none
  /// is known to be unused if it is not known which is in use.
  func unusedReleases(besides name: String?) throws(FileError) -> [String] {
    if name == nil, try hasLostRelease { return [] }
    var used = [name]
    if let name { used.append(try release(at: previousLink(of: name))) }
    used.append(try release(at: root.previous))
    guard try root.programs.linkStatus()?.kind == .directory else { return [] }
    var unused: [String] = []
    for entry in try root.programs.entries() where Self.isRelease(entry) && !used.contains(entry) {
      if try folder(entry).linkStatus()?.kind == .directory { unused.append(entry) }
    }
    return unused
  }

  /// Returns whether a name in `programs` is that of a release: a version, and a number that tells
  /// builds of one version apart.
  static func isRelease(_ name: String) -> Bool {
    guard let dash = name.lastIndex(of: "-") else { return false }
    let number = name[name.index(after: dash)...]
    return !number.isEmpty && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && VersionText(String(name[..<dash])) != nil
  }

  /// Returns the name of a new release with this version.
  func newRelease(_ version: String) throws(FileError) -> String {
    let version = VersionText(version)?.text ?? "unknown"
    var number = 1
    while try folder("\(version)-\(number)").linkStatus() != nil { number += 1 }
    return "\(version)-\(number)"
  }
}
