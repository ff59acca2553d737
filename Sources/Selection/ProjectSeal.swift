package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Versions
package import Vocabulary

/// What the last install found in a project whose lock is sealed: that the lock fits the Toolfile,
/// and which programs its tools consist of. `check` and `install` use it instead of reading and
/// comparing both files.
///
/// The seal is a file in `shims/.projects`, with the same name as the seal of the lock:
///
/// ```
/// project 0.9.0 5d0c… 2 3
/// group docs
/// other xcbeautify
/// built fastlane/2.220.0-1b2c…
/// view 70ba…
/// file ruff/0.17.5-9f00…/bin/ruff
/// ```
///
/// The first line contains the version of bootstrap, the digest of the Toolfile, the number of
/// tools that an install includes, and the number of locked tools. A `group` line contains a word
/// of the user's choice of groups, an `other` line a tool that an install would include on other
/// platforms, and a `built` line an installation that runs only where it was built. The `view` line
/// contains the name of the view that commands need. It is omitted if they need none, or if the
/// view has other tools, too. A `file` line contains a path below `installs` that must exist.
///
/// The seal does not record what is installed, so each command still looks for the files.
package struct ProjectSeal: Hashable, Sendable {
  /// The number of tools that an install includes.
  package private(set) var toolCount = 0
  private var lockedCount = 0
  /// Whether an install includes all locked tools.
  var isWhole: Bool { toolCount == lockedCount }
  /// The locked tools that an install would include on other platforms. Sorted.
  package private(set) var notForPlatform: [ToolName] = []
  /// The name of the view that commands need, or `nil` if it is unknown.
  package private(set) var view: String?
  private var toolfile = ""
  private var groups: [String] = []
  /// The installations that run only where they were built.
  private var built: [InstalledVersion] = []
  /// The paths below `installs` that must exist.
  private var files: [String] = []

  /// The maximum size of the file, in bytes.
  private static let maximumByteCount = 1 << 24

  /// Creates the seal of a project whose lock fits its Toolfile.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - tools: Its tools.
  init(_ project: Project, _ tools: FolderTools) {
    toolCount = tools.wanted.count
    lockedCount = project.lock?.tools.count ?? 0
    notForPlatform = tools.notForPlatform
    toolfile = Self.digest(of: project.toolfile.bytes)
    groups = project.groups.words
    for planned in tools.wanted {
      let folder = "\(planned.tool)/\(planned.installed.folderName)"
      if planned.assembly != .unpack { built.append(planned.installed) }
      files += planned.provides.isEmpty ? [folder] : planned.provides.map { "\(folder)/bin/\($0)" }
    }
  }

  /// Reads the seal of a project. Returns `nil` if there is none, or if the Toolfile or the choice
  /// of groups has changed.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - toolfile: The text of the Toolfile.
  ///   - groups: The user's choice of groups, or `nil` to accept any choice.
  init?(at file: FilePath, of toolfile: [UInt8], _ groups: GroupChoice?) {
    guard
      let bytes = (try? file.contentsIfPresent(limit: Self.maximumByteCount)) ?? nil,
      read(bytes), self.toolfile == Self.digest(of: toolfile),
      groups.map({ $0.words == self.groups }) ?? true
    else { return nil }
  }

  private static func digest(of toolfile: [UInt8]) -> String {
    SHA256Digest(of: toolfile).hexadecimal
  }

  /// Reads the lines of a file, and returns whether this version of bootstrap wrote it.
  private mutating func read(_ bytes: [UInt8]) -> Bool {
    var lines = bytes.split(separator: UInt8(ascii: "\n")).makeIterator()
    let head = lines.next().map { String(decoding: $0, as: UTF8.self).split(separator: " ") } ?? []
    guard head.count == 5, head[0] == "project", head[1] == ProgramVersion.text,
      let count = Int(head[3]), let lockedCount = Int(head[4])
    else { return false }
    toolCount = count
    self.lockedCount = lockedCount
    toolfile = String(head[2])
    while let line = lines.next() {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return false }
      let value = String(decoding: line[(space + 1)...], as: UTF8.self)
      switch line[line.startIndex] {
      case UInt8(ascii: "f"): files.append(value)
      case UInt8(ascii: "g"): groups.append(value)
      case UInt8(ascii: "v"): view = value
      case UInt8(ascii: "o"): notForPlatform += [ToolName(value)].compactMap(\.self)
      default:
        let parts = value.split(separator: "/").map(String.init)
        guard parts.count == 2, let tool = ToolName(parts[0]),
          let installed = InstalledVersion(tool: tool, folder: parts[1])
        else { return false }
        built.append(installed)
      }
    }
    return true
  }

  /// Returns the seal with the name of the view that commands need, or `nil` if it is unknown.
  func with(view: String?) -> ProjectSeal {
    var copy = self
    copy.view = view
    return copy
  }

  /// The content of the file.
  var bytes: [UInt8] {
    let head = "project \(ProgramVersion.text) \(toolfile) \(toolCount) \(lockedCount)"
    let lines =
      [head] + groups.map { "group \($0)" } + notForPlatform.map { "other \($0)" }
      + (view.map { ["view \($0)"] } ?? []) + built.map { "built \($0.tool)/\($0.folderName)" }
      + files.map { "file \($0)" }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Returns whether all installations exist, with all their programs.
  ///
  /// - Throws: ``FileError`` if the system cannot tell.
  func isInstalled(in root: Root) throws(FileError) -> Bool {
    for installed in built where try !root.hasBuilt(installed) { return false }
    guard let installs = try? root.installs.open() else { return false }
    for file in files where try !installs.isPresent(file) { return false }
    return true
  }
}

extension Selector {
  /// Returns the seal of the project here. Returns `nil` if it has none, or if a variable or a
  /// `.tool-version` from here up to the project's folder also requires tools.
  ///
  /// - Throws: ``Problem/system(_:)`` if a folder cannot be inspected.
  package func projectSeal() throws(Problem) -> ProjectSeal? {
    guard let folder = try Project.folder(above: directory, environment),
      isConsentSealed(folder), try hasLockAlone(folder)
    else { return nil }
    let seal = seal(ofProjectIn: folder, with: groupChoice(for: folder))
    // Other pins change the view that commands need.
    return seal?.view == nil || pinsNothingElse(than: folder) ? seal : seal?.with(view: nil)
  }

  /// Whether the project here has a seal, and an install includes all tools of its lock. Ignores
  /// the groups that the user chooses now. False without a project.
  var hasWholeProjectSeal: Bool {
    guard let folder = (try? Project.folder(above: directory, environment)) ?? nil,
      isSealed(folder)
    else { return false }
    return seal(ofProjectIn: folder, with: nil)?.isWhole ?? false
  }

  /// Returns whether the seal of the project in `folder` holds for any choice of groups. If so, the
  /// lock contains every tool that the Toolfile declares.
  func hasProjectSeal(_ folder: FilePath) -> Bool {
    seal(ofProjectIn: folder, with: nil) != nil
  }

  /// Writes the seal of the project here, unless `check` would have to examine more than a seal
  /// covers. Ignores failures, because a seal only saves time.
  package func recordProjectSeal() {
    guard let folder = (try? Project.folder(above: directory, environment)) ?? nil,
      isSealed(folder), (try? hasLockAlone(folder)) ?? false,
      let file = projectSealPath(folder), let tools = try? folderTools(),
      let project = tools.project, let lock = project.lock, project.difference(from: lock).isEmpty,
      project.platformProblem(of: lock, platform) == nil, tools.pins.isEmpty,
      project.toolfile.systemRequirements.isEmpty,
      !lock.tools.contains(where: project.requiresProof),
      // The lock may have changed while it was read.
      projectSealPath(folder) == file
    else { return }
    let seal = ProjectSeal(project, tools)
    let isAlone = seal.isWhole && pinsNothingElse(than: folder)
    let bytes = seal.with(view: isAlone ? ((try? view()) ?? nil)?.folder.lastComponent : nil).bytes
    if ((try? file.contentsIfPresent(limit: bytes.count)) ?? nil) == bytes { return }
    try? root.projectSeals.makeDirectories()
    try? file.replaceContents(with: bytes, isDurable: false)
  }

  private func seal(
    ofProjectIn folder: FilePath, with groups: GroupChoice?
  ) -> ProjectSeal? {
    let path = folder.appending(Toolfile.name)
    let toolfile = try? readManifest(
      at: path, named: path.string, limit: Toolfile.maximumByteCount, in: files
    ) { (bytes) throws(SyntaxProblems) in bytes }
    guard let toolfile = toolfile ?? nil, let file = projectSealPath(folder) else { return nil }
    return ProjectSeal(at: file, of: toolfile, groups)
  }

  /// Returns whether only the lock in `folder` pins tools: it is read, and neither a variable nor a
  /// `.tool-version` from here up to that folder pins any.
  private func hasLockAlone(_ folder: FilePath) throws(Problem) -> Bool {
    guard environment.reads(environment.lock(in: folder)) else { return false }
    let chain = try pinChain(reading: .pinFiles)
    guard chain.variables.isEmpty else { return false }
    for link in chain.directories {
      if !link.pins.isEmpty || link.pinFileProblem != nil { return false }
      if link.folder == folder { break }
    }
    return true
  }

  /// Returns whether neither the global pins nor a file in another folder can pin a tool.
  private func pinsNothingElse(than project: FilePath) -> Bool {
    let own = [Toolfile.name, Lockfile.name]
    return !root.globalPins.exists
      && directory.selfAndAncestors.allSatisfy { folder in
        PinFileKind.allNames.allSatisfy { name in
          folder == project && own.contains(name) || !folder.appending(name).exists
        }
      }
  }

  /// Returns the path of the seal of the project in `folder`, or `nil` if there is no lock.
  private func projectSealPath(_ folder: FilePath) -> FilePath? {
    FileIdentity(of: PathText(environment.lock(in: folder).bytes)).map {
      root.projectSeals.appending($0.sealName(ofLockIn: folder))
    }
  }
}
