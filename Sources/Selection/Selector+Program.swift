package import Diagnostics
package import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Trust
package import Vocabulary

// The selection of the program that a name runs.
extension Selector {
  /// Returns the program that runs in the directory for `executable`.
  ///
  /// - Throws: ``SelectionProblem`` if no program can be selected, or another ``Problem`` if a file
  ///   on which the selection depends cannot be read.
  package func program(of executable: ExecutableName) throws(Problem) -> SelectedProgram {
    let installed = try providers(of: executable)
    return try program(
      of: executable,
      using: try pinChain(reading: .forExecutable(executable, installed: installed)),
      providers: installed)
  }

  /// Returns the program that runs in the directory for `executable`, according to pins that have
  /// already been read.
  ///
  /// - Parameters:
  ///   - executable: The executable.
  ///   - chain: The pins, read for `executable`.
  /// - Throws: ``SelectionProblem`` if no program can be selected, or another ``Problem`` if a
  ///   file on which the selection depends cannot be read.
  package func program(
    of executable: ExecutableName, using chain: PinChain
  ) throws(Problem) -> SelectedProgram {
    try program(of: executable, using: chain, providers: try providers(of: executable))
  }

  /// Returns the program for `executable` that `chain` selects.
  ///
  /// A tool whose version here does not provide the executable is passed over, whatever its other
  /// versions provide. If no tool is left, the system's program runs.
  ///
  /// A tool that the user has not accepted never hides a system program: it is passed over, so that
  /// `ls` works in every folder. For any other name it is an error instead, because a team that
  /// pins a tool must not get another version unnoticed.
  ///
  /// - Parameter installed: The tools that the executable's route file lists.
  private func program(
    of executable: ExecutableName, using chain: PinChain, providers installed: [ToolName]
  ) throws(Problem) -> SelectedProgram {
    var chain = chain
    var passedOver: [SelectedPin] = []
    var withheld: [WithheldPin] = []
    while true {
      let found = try chain.pins(
        ofProviders: installed, of: executable, except: Set(passedOver.map(\.tool)))
      let pins = found.pins.filter { pin in
        if lacks(executable, pin, chain) { return false }
        guard case .exact = pin.version, let reason = self.withheld([executable], of: pin) else {
          return true
        }
        withheld.append(reason)
        return false
      }
      if let problem = obstacle(to: executable, withheld) { throw problem }
      if pins.count > 1 {
        throw .selection(.ambiguous(executable: executable, pins.map(\.report)))
      }
      if let pin = pins.first {
        if case .exact = pin.version {
          return .installed(path: try programPath(of: executable, selectedBy: pin), pin: pin)
        }
        return try systemProgram(executable, pin: pin, chain)
      }
      if found.pins.isEmpty {
        if let pin = try uninstalledPin(of: executable, chain) {
          if case .system = pin.version { return try systemProgram(executable, pin: pin, chain) }
          throw notInstalled(pin)
        }
        if let path = systemProgram(named: executable) { return .system(path: path, pin: nil) }
        if let problem = problem(of: withheld) { throw problem }
        if let pin = passedOver.first { throw notProvided(executable, by: pin) }
        if let doubt = found.doubt { throw doubt }
        return try systemProgram(executable, pin: nil, chain)
      }
      // The chain may end at the pins that are passed over now.
      if passedOver.isEmpty { chain = try pinChain(reading: .everything(executable)) }
      passedOver += found.pins
    }
  }

  /// Returns the problem with the nearest withheld pin, or `nil` if no pin is withheld or a system
  /// program may run instead.
  private func obstacle(to executable: ExecutableName, _ withheld: [WithheldPin]) -> Problem? {
    guard let first = withheld.first, !guarded().hidesSystemProgram(executable) else { return nil }
    return first.pin.isInstalled(in: root) ? problem(of: withheld) : notInstalled(first.pin)
  }

  /// Returns whether the version that `pin` selects is known not to provide the executable: its
  /// installation is complete without it, or, if it is not installed, its lock does not list it.
  func lacks(
    _ executable: ExecutableName, _ pin: SelectedPin, _ chain: PinChain
  ) -> Bool {
    guard case .exact = pin.version, let installation = pin.installation(in: root) else {
      return false
    }
    guard pin.isInstalled(in: root) else {
      let link = chain.directories.first { $0.folder == pin.folder }
      return pin.id != nil && link?.providers.contains(pin.tool) == false
    }
    if packageProgram(executable, of: pin) != nil { return false }
    let folder = installation.appending("bin")
    if folder.appending(executable.text).exists { return false }
    do {
      // Without a receipt, an installation whose folder of executables is gone is damaged.
      if let receipt = try Receipt.read(in: installation) { return !receipt.provides(executable) }
      return folder.isDirectory && !installation.appending(Receipt.fileName).exists
    } catch {
      return false
    }
  }

  /// Returns the path of the executable in the installation of `pin`.
  ///
  /// - Throws: ``SelectionProblem`` if the installation is missing or damaged.
  private func programPath(
    of executable: ExecutableName, selectedBy pin: SelectedPin
  ) throws(Problem) -> FilePath {
    guard pin.isInstalled(in: root), let installation = pin.installation(in: root) else {
      throw notInstalled(pin)
    }
    if let program = packageProgram(executable, of: pin) { return program }
    let program = installation.appending("bin").appending(executable.text)
    let isPresent = try mappingFileErrors(try program.isPresent())
    if isPresent { return program }
    throw .selection(.damaged(pin.report, path: formatPath(program)))
  }

  private func notProvided(_ executable: ExecutableName, by pin: SelectedPin) -> Problem {
    .selection(
      .notProvided(
        executable: executable, by: pin.report, providers: installedProviders(of: executable)))
  }

  /// Checks that `selected` does not run in place of a tool that the project declares or needs. It
  /// may be the system's program, or a version that is pinned above the project. The search for
  /// pins does not read a Toolfile beside a lock.
  ///
  /// - Throws: ``SelectionProblem/notInLock(tool:origin:)`` or
  ///   ``SelectionProblem/notLocked(tool:toolfile:)``, or the problem with the lock if it cannot be
  ///   read.
  package func checkIsUndeclared(
    _ executable: ExecutableName, _ selected: SelectedProgram
  ) throws(Problem) {
    let installed = (try? providers(of: executable)) ?? []
    let tools = installed + [ToolName(executable.text)].compactMap(\.self)
    try checkAreUndeclared(tools, or: executable, selectedBy: selected.pin)
  }

  /// Checks that the project does not declare or need one of `tools`, or a tool that provides
  /// `executable`, unless `pin` is in the project or nearer than the project.
  ///
  /// - Throws: The problems of ``checkIsUndeclared(_:_:)``.
  func checkAreUndeclared(
    _ tools: [ToolName], or executable: ExecutableName, selectedBy pin: SelectedPin?
  ) throws(Problem) {
    guard let folder = (try? Project.folder(above: directory, environment)) ?? nil else { return }
    if let pin {
      let isNearer =
        pin.place == .variable
        || pin.place != .globalPins && pin.folder?.relative(to: folder) != nil
      // A sealed lock contains every tool of the project.
      if isNearer || isSealed(folder) { return }
    }
    if let problem = unlockedTool(among: tools, or: executable, in: folder) { throw problem }
  }

  /// Returns the problem if the project in `folder` declares or needs one of `tools` for this
  /// platform, or a tool that provides `executable`, but its lock lacks the tool or its artifact,
  /// or cannot be read. Returns `nil` if there is no such problem.
  private func unlockedTool(
    among tools: [ToolName], or executable: ExecutableName, in folder: FilePath
  ) -> Problem? {
    let isSealed = isSealed(folder)
    if hasProjectSeal(folder) { return nil }
    // A sealed lock contained every tool of the project, so only a tool that the Toolfile declares
    // since then can be missing. Reading the lock would take longer than everything else here.
    if isSealed, let toolfile = toolfile(in: folder),
      !toolfile.declares(tools, or: executable, for: platform)
    {
      return nil
    }
    do {
      let project = try Project.load(
        folder, isSealed: isSealed, despiteMergeOn: platform, in: files, environment,
        formatPath: formatPath)
      func mayProvide(_ tool: ToolName) -> Bool {
        tools.contains(tool) || project.toolfile.states(executable, of: tool)
      }
      if project.lock == nil {
        let declared = project.toolfile.tools(for: platform).first { mayProvide($0.name) }
        return declared.map {
          .selection(
            .notLocked(
              tool: $0.name, toolfile: formatPath(folder.appending(Toolfile.name))))
        }
      }
      return project.toolsMissingFromLock(for: platform).first { mayProvide($0.tool) }.map {
        .selection(.notInLock(tool: $0.tool, origin: $0.origin))
      }
    } catch {
      let isDeclared = toolfile(in: folder)?.declares(tools, or: executable, for: platform)
      let lock = try? environment.lock(in: folder).contents(limit: Lockfile.maximumByteCount)
      let isNeeded = lock.map(FaultyText.init)?.needs(tools) ?? false
      return isDeclared ?? false || isNeeded ? error : nil
    }
  }

  /// Returns the first of `tools`, or the first tool that provides `executable`, that the nearest
  /// project wants only for other platforms. Returns `nil` if there is none.
  package func limitedTool(
    among tools: [ToolName], or executable: ExecutableName
  ) -> LimitedTool? {
    guard let folder = (try? Project.folder(above: directory, environment)) ?? nil,
      let project = try? Project.load(
        folder, despiteMergeOn: platform, in: files, environment, formatPath: formatPath)
    else { return nil }
    return project.toolLimited(toOthersThan: platform, among: tools, or: executable)
  }

  /// Returns the Toolfile in `folder`, or `nil` if it cannot be read.
  private func toolfile(in folder: FilePath) -> Toolfile? {
    let path = folder.appending(Toolfile.name)
    return (try? Toolfile.readDespiteMerge(at: path, named: formatPath(path), in: files)) ?? nil
  }

  /// Returns the first program with this name on `PATH` outside the shims, or `nil` if there is
  /// none.
  package func systemProgram(named executable: ExecutableName) -> FilePath? {
    SystemPrograms(environment, root: root).first(named: executable.text)
  }

  /// Returns the first program with this name on `PATH` outside the shims.
  ///
  /// - Throws: ``SelectionProblem`` if there is none.
  private func systemProgram(
    _ executable: ExecutableName, pin: SelectedPin?, _ chain: PinChain
  ) throws(Problem) -> SelectedProgram {
    if let path = systemProgram(named: executable) { return .system(path: path, pin: pin) }
    if let pin {
      throw .selection(.noSystemProgram(executable: executable.text, pin.report))
    }
    // A tool that was never installed has no route, but the executable may have the tool's name.
    if let pinned = try chain.pins().first(where: { $0.tool.text == executable.text }),
      !pinned.isInstalled(in: root)
    {
      throw notInstalled(pinned)
    }
    let installed = (try? providers(of: executable)) ?? []
    let tools = installed + [ToolName(executable.text)].compactMap(\.self)
    if let folder = (try? Project.folder(above: directory, environment)) ?? nil,
      let problem = unlockedTool(among: tools, or: executable, in: folder)
    {
      throw problem
    }
    if let tool = limitedTool(among: tools, or: executable) {
      throw .selection(
        .notForPlatform(executable: executable.text, tool, platform: platform))
    }
    let passedOver = passedOver(tools + chain.directories.flatMap(\.providers), in: chain)
    throw .selection(
      .notFound(
        executable: executable.text, providers: installedProviders(of: executable),
        passedOver: passedOver))
  }
}
