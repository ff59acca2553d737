package import Diagnostics
package import Filesystem
internal import Layout
internal import Manifests
internal import Projects
package import Selection
internal import Versions
package import Vocabulary

/// The pins of one file: the `.tool-version` of the working directory, or the global pins.
package struct PinWorkflow: Sendable {
  let selector: Selector
  /// Whether the file is that of a folder, which is then recorded as a user of the pinned versions.
  /// If not, it contains the global pins.
  let isLocal: Bool
  /// The file to change.
  package let path: FilePath
  private let checkFolder: @Sendable () throws(Problem) -> Void
  let observe: @Sendable (Notice) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - selector: Finds the pins that take effect in the working directory.
  ///   - isLocal: Whether the pins are those of the working directory.
  ///   - checkFolder: Checks that commands may write in the working directory. Not called for the
  ///     global pins.
  ///   - observe: Receives notices.
  package init(
    _ selector: Selector, isLocal: Bool,
    checkFolder: @escaping @Sendable () throws(Problem) -> Void,
    observe: @escaping @Sendable (Notice) -> Void
  ) {
    self.selector = selector
    self.isLocal = isLocal
    path =
      isLocal ? selector.directory.appending(ToolVersionFile.name) : selector.root.globalPins
    self.checkFolder = checkFolder
    self.observe = observe
  }

  /// The path of the file as messages show it.
  private var name: String { selector.formatPath(path) }

  /// Checks that the file may be written: that commands may write in its folder, and that no link
  /// leads from the file out of its repository. Call this before a pin is chosen.
  package func checkMayBeWritten() throws(Problem) {
    if !isLocal { return }
    try checkFolder()
    try path.checkIsInRepository(named: name)
  }

  /// Returns the project whose Toolfile is beside the file, or `nil` if there is none. Its lock
  /// follows the pins.
  func projectBeside() throws(Problem) -> Project? {
    let folder = path.parentDirectory
    guard isLocal, try Project.folder(above: folder, selector.environment) == folder else {
      return nil
    }
    // Pins must remain editable if the Toolfile or the lock has an error.
    return try? Project.load(
      folder, in: selector.files, selector.environment, formatPath: selector.formatPath)
  }

  // MARK: Changing pins

  /// Pins the chosen version.
  ///
  /// - Parameter show: Receives the change after the file is written and before the folder is
  ///   recorded.
  package func pin(
    _ choice: ChosenPin, showing show: (PinChange) -> Void
  ) async throws(Problem) {
    let (tool, version) = (choice.tool, choice.version)
    // The choice of the version may have taken a while, and the user may have edited the file.
    selector.files.forget(path)
    var file = try read(correcting: tool) ?? ToolVersionFile(path: name)
    let isChanged = file.pin(of: tool)?.version != version
    let registration = try await registration()
    try edit(&file) { file throws(SyntaxProblems) in try file.pin(tool, to: version) }
    show(
      PinChange(
        tool: tool, version: version, pin: file.pin(of: tool),
        notices: notices(about: choice, isChanged: isChanged)))
    try await register(registration)
  }

  /// Returns notices about side effects of a new pin, and about what overrides it.
  private func notices(about choice: ChosenPin, isChanged: Bool) -> [Notice] {
    let (tool, version) = (choice.tool, choice.version)
    var notices: [Notice] = []
    let variable = tool.environmentVariable
    if let value = selector.environment.nonEmpty(variable), value != version.description {
      notices.append(.pin(.hidden(tool: tool, variable: variable, value: value)))
    }
    if let declared = choice.project?.toolfile[tool],
      declared.requirement.value.excludes(choice.version)
    {
      notices.append(
        .pin(
          .contradictsToolfile(
            tool: tool, version: version, requirement: "\(declared.requirement.value)",
            origin: declared.requirement.origin, variable: variable)))
    } else if let locked = choice.project?.lock?[tool], isChanged {
      notices.append(
        .pin(
          .changesLock(
            tool: tool, version: version, locked: locked.version, variable: variable)))
    }
    return notices
  }

  /// Removes the pin of a tool, or all pins of the file.
  ///
  /// - Parameters:
  ///   - tool: The tool, or `nil` for all tools.
  ///   - report: Called if the file does not pin the tool, with its pins and with those of the
  ///     nearest file that does.
  ///   - show: Called after the file is written and before the folder is recorded.
  package func unpin(
    _ tool: ToolName?, unpinned report: (_ pins: [ToolPin], _ other: PinList?) -> Void,
    showing show: () -> Void
  ) async throws(Problem) {
    selector.files.forget(path)
    var file = try read(correcting: tool) ?? ToolVersionFile(path: name)
    if let tool, file.pin(of: tool) == nil { report(file.pins, try? pins(of: tool)) }
    try checkMayBeWritten()
    let removed = tool.map { [$0] } ?? file.pins.map(\.tool)
    let registration = try await registration()
    try edit(&file) { file throws(SyntaxProblems) in
      for tool in removed { try file.unpin(tool) }
    }
    show()
    try await register(registration)
  }

  /// Reads the file, or returns `nil` if it is missing.
  ///
  /// - Parameter tool: The tool whose pin is about to be replaced or removed, so that its lines may
  ///   be invalid.
  private func read(correcting tool: ToolName? = nil) throws(Problem) -> ToolVersionFile? {
    do {
      return try ToolVersionFile.read(at: path, named: name, in: selector.files)
    } catch {
      if case .syntax = error, let tool,
        let bytes = try? path.contents(limit: ToolVersionFile.maximumByteCount),
        let file = ToolVersionFile(correcting: tool, in: bytes, path: name)
      {
        return file
      }
      throw Problem(error, formatPath: selector.formatPath)
    }
  }

  /// Applies the change, and writes the file if its contents differ. Removes a file in which
  /// nothing is left.
  private func edit(
    _ file: inout ToolVersionFile, _ change: (inout ToolVersionFile) throws(SyntaxProblems) -> Void
  ) throws(Problem) {
    // A corrected file differs from the one on the disk already.
    if isLocal { try path.checkIsInRepository(named: name) }
    let old = (try? path.contents(limit: ToolVersionFile.maximumByteCount)) ?? file.bytes
    do {
      try change(&file)
    } catch {
      throw .syntax(error)
    }
    let new = file.bytes
    if new == old, !file.isBlank { return }
    let isBlank = file.isBlank
    selector.files.forget(path)
    try mappingFileErrors { () throws(FileError) in
      // A link to a file elsewhere, as from a folder of dotfiles, stays.
      if isBlank, try path.linkTarget() == nil {
        if try path.isPresent() { try path.removeFile() }
        return
      }
      if isLocal {
        try path.parentDirectory.makeDirectories()
      } else {
        try selector.root.makeDirectory()
      }
      try path.rewrite(with: new)
      selector.files.record(new, of: path)
    }
  }

  /// Opens the store to record the folder, or returns `nil` for the global pins.
  private func registration() async throws(Problem) -> ProjectRegistration? {
    isLocal ? try await ProjectRegistration(in: selector.root, observe: observe) : nil
  }

  /// Records the folder's uses. If the Toolfile, the lock, or another pin file is unreadable, the
  /// next install does.
  private func register(_ registration: ProjectRegistration?) async throws(Problem) {
    if let registration, let tools = try? selector.folderTools() {
      try await registration.record(path.parentDirectory, of: tools)
    }
  }

  // MARK: Listing pins

  /// Returns the global pins, or those of the nearest `.tool-version`, here or above, that pins
  /// `tool`. If `tool` is `nil`, the nearest file with any pin counts. Returns an empty list if
  /// there is no such file.
  package func pins(of tool: ToolName?) throws(Problem) -> PinList {
    if !isLocal { return PinList(path: path, pins: try read()?.pins ?? []) }
    for link in try selector.pinChain(reading: .pinFiles).directories {
      if let problem = link.pinFileProblem { throw problem }
      let pins = link.pins.filter { $0.place == .toolVersionFile }
      if tool.map({ tool in pins.contains { $0.tool == tool } }) ?? !pins.isEmpty {
        return PinList(
          path: link.folder.appending(ToolVersionFile.name),
          pins: pins.map { ToolPin(tool: $0.tool, version: $0.version, origin: $0.origin) })
      }
    }
    return PinList(path: path, pins: [])
  }
}

extension ToolVersionFile {
  /// Whether the file has no pins and no comments.
  fileprivate var isBlank: Bool { bytes.allSatisfy { " \t\r\n".utf8.contains($0) } }
}
