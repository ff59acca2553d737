internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
package import Vocabulary

/// What the last install found in a project whose lock is sealed: that the lock fits the Toolfile,
/// and which programs its tools consist of. `check`, `install`, `exec`, `env`, `doctor`, and shells
/// in direct mode use it instead of reading and comparing both files.
///
/// The seal is a file in `shims/.projects`, with the same name as the seal of the lock:
///
/// ```
/// project 0.9.0 linux-x64 5d0c… 2 3
/// group docs
/// other xcbeautify
/// built fastlane/2.220.0-1b2c…
/// view 70ba…
/// mode direct
/// file ruff/0.17.5-9f00…/bin/ruff
/// end
/// ```
///
/// The first line is a ``ProjectSealHead``, and the last one shows that the file is complete. A
/// `group` line contains a word of the user's choice of groups, an `other` line a tool that an
/// install would include on other platforms, and a `built` line an installation that runs only
/// where it was built. The `view` line contains the name of the view that commands need. It is
/// omitted if they need none, or if the view also contains other tools. The line `mode direct` says
/// that a shell in direct mode leaves none of the tools to its shim. A `file` line contains a path
/// below `installs` that must exist (``SealedFiles``).
///
/// The seal does not record what is installed, so each command still looks for the files, or at
/// least for the folders of their installations. The modification time of the file is the time when
/// the last uses of all its tools were recorded.
package struct ProjectSeal: Hashable, Sendable {
  /// What the seal applies to, and the numbers of tools.
  let head: ProjectSealHead
  /// The number of tools that an install includes.
  package var toolCount: Int { head.toolCount }
  /// The locked tools that an install would include on other platforms. Sorted.
  package private(set) var notForPlatform: [ToolName] = []
  /// The name of the view that commands need, or `nil` if it is unknown.
  package private(set) var view: String?
  /// Whether a shell in direct mode leaves none of the tools to its shim.
  private(set) var isDirect = false
  private var groups: [String] = []
  /// The installations that run only where they were built.
  private var built: [InstalledVersion] = []
  /// The files that must exist.
  private var files = SealedFiles()

  /// Creates the seal of a project whose lock fits its Toolfile. Returns `nil` if the path of a
  /// program cannot be in a seal.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - tools: Its tools.
  ///   - platform: The platform of this machine.
  init?(_ project: Project, _ tools: FolderTools, on platform: Platform) {
    head = ProjectSealHead(
      of: project.toolfile.bytes, on: platform, toolCount: tools.wanted.count,
      lockedCount: project.lock?.tools.count ?? 0)
    notForPlatform = tools.notForPlatform
    groups = project.groups.words
    for planned in tools.wanted {
      let folder = "\(planned.tool)/\(planned.installed.folderName)"
      if planned.assembly != .unpack { built.append(planned.installed) }
      let paths = planned.provides.map { "\(folder)/bin/\($0)" }
      for path in paths.isEmpty ? [folder] : paths where !files.add(path) { return nil }
    }
  }

  /// Reads a seal. Returns `nil` if a line is invalid, or if the choice of groups has changed.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - groups: The user's choice of groups.
  init?(_ file: ProjectSealFile, _ groups: GroupChoice) {
    head = file.head
    guard read(file.lines), self.groups == groups.words else { return nil }
  }

  /// Reads the lines after the head. Returns whether all of them are valid.
  private mutating func read(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    // The lines of the files come last.
    while let first = rest.first, first != UInt8(ascii: "f") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")), read(line: rest[..<end]) else {
        return false
      }
      rest = rest[(end + 1)...]
    }
    guard let files = SealedFiles(Array(rest)) else { return false }
    self.files = files
    return true
  }

  private mutating func read(line: ArraySlice<UInt8>) -> Bool {
    guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return false }
    let value = String(decoding: line[(space + 1)...], as: UTF8.self)
    switch line[line.startIndex] {
    case UInt8(ascii: "g"): groups.append(value)
    case UInt8(ascii: "v"):
      guard SHA256Digest(hexadecimal: value) != nil else { return false }
      view = value
    case UInt8(ascii: "m"): isDirect = true
    case UInt8(ascii: "o"): notForPlatform += [ToolName(value)].compactMap(\.self)
    default:
      let parts = value.split(separator: "/").map(String.init)
      guard parts.count == 2, let tool = ToolName(parts[0]),
        let installed = InstalledVersion(tool: tool, folder: parts[1])
      else { return false }
      built.append(installed)
    }
    return true
  }

  /// Returns the seal with the name of the view that commands need, or `nil` if it is unknown.
  func with(view: String?) -> ProjectSeal {
    var copy = self
    copy.view = view
    return copy
  }

  /// Returns the seal of tools none of which a shell in direct mode leaves to its shim.
  func forDirectMode() -> ProjectSeal {
    var copy = self
    copy.isDirect = true
    return copy
  }

  /// The folders of the installations below `installs`, in the order of the lock.
  var installations: [String] { files.folders }

  /// Returns whether the lock contains a tool, or `nil` if the seal is not of all locked tools.
  func contains(_ tool: ToolName) -> Bool? {
    head.isWhole ? files.containFile(ofTool: tool.text) : nil
  }

  /// The content of the file.
  var bytes: [UInt8] {
    let lines =
      [head.line] + groups.map { "group \($0)" } + notForPlatform.map { "other \($0)" }
      + (view.map { ["view \($0)"] } ?? []) + (isDirect ? ["mode direct"] : [])
      + built.map { "built \($0.tool)/\($0.folderName)" }
    return Array(lines.map { $0 + "\n" }.joined().utf8) + files.lines + ProjectSealFile.end
  }

  /// Returns whether all installations exist, with all their programs.
  ///
  /// - Throws: ``FileError`` if the system cannot tell.
  func isInstalled(in root: Root) throws(FileError) -> Bool {
    try hasBuiltInstallations(in: root) ? Self.arePresent(files.paths, in: root) : false
  }

  /// Returns whether all installations exist, with folders for their programs. Like commands that
  /// read the lock (``Root/hasInstallation(in:)``), does not look for the programs, which takes
  /// twice as long. If a program is missing, `exec` of that program reports the damage, but a shell
  /// that `exec` starts runs the next program of that name on `PATH`.
  ///
  /// - Throws: ``FileError`` if the system cannot tell, or if this process may not enter one of the
  ///   folders. Otherwise, a program of the system could take the place of a locked one.
  func hasInstallations(in root: Root) throws(FileError) -> Bool {
    guard try hasBuiltInstallations(in: root) else { return false }
    // The dot requires that the process may enter the folder.
    return try Self.arePresent(files.folders.map { $0 + "/bin/." }, in: root)
  }

  private func hasBuiltInstallations(in root: Root) throws(FileError) -> Bool {
    for installed in built where try !root.hasBuilt(installed) { return false }
    return true
  }

  /// Returns whether all paths below `installs` exist. With thousands of tools, `check`, `exec`,
  /// and the hook spend most of their time here.
  private static func arePresent(_ paths: [String], in root: Root) throws(FileError) -> Bool {
    let results = BlockingThread.resultsOfParts(of: paths) { paths in
      Result { () throws(FileError) in
        guard let installs = try? root.installs.open() else { return false }
        for path in paths where try !installs.isPresent(path) { return false }
        return true
      }
    }
    for result in results where try !result.get() { return false }
    return true
  }
}
