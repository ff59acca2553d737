package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
package import Vocabulary

extension Selector {
  /// Returns everything that was considered to select the program of `executable`.
  ///
  /// - Parameter pin: The pin that selects the program, or `nil` if none does.
  package func report(
    on executable: ExecutableName, selectedBy pin: SelectedPin?
  ) throws(Problem) -> SelectionReport {
    let chain = try pinChain(reading: .everything(executable))
    var tools = try providers(of: executable) + chain.directories.flatMap(\.providers)
    if let own = ToolName(executable.text) { tools.append(own) }
    var known: Set<ToolName> = []
    tools = tools.filter { known.insert($0).inserted }
    // A tool that nothing names, such as the one of the executable's own name, is not mentioned.
    let named = tools.filter { tool in tool == pin?.tool || isNamed(tool, in: chain) }
    let asked = named.isEmpty ? Array(tools.prefix(1)) : named
    var report = SelectionReport(
      steps: asked.flatMap { steps(of: $0, in: chain, selected: pin, executable) })
    report.installation = installation(of: pin)
    let shim = root.shims.appending(executable.text)
    if ((try? shim.linkTarget()) ?? nil) != nil { report.shim = formatPath(shim) }
    addPrograms(of: executable, selectedBy: pin, to: &report)
    return report
  }

  /// Returns everything that was considered to select the version of `tool`.
  ///
  /// - Parameter pin: The pin that selects the version, or `nil` if none does.
  package func report(
    on tool: ToolName, in chain: PinChain, selectedBy pin: SelectedPin?
  ) -> SelectionReport {
    var report = SelectionReport(steps: steps(of: tool, in: chain, selected: pin, nil))
    report.installation = installation(of: pin)
    return report
  }

  /// Returns the path of an installed version, as messages show it.
  private func installation(of pin: SelectedPin?) -> String? {
    guard let pin, pin.isInstalled(in: root) else { return nil }
    return pin.installation(in: root).map(formatPath)
  }

  /// Returns why what was built for a pin cannot run here, or `nil` if it can, or nothing was.
  private func misfit(of pin: SelectedPin) -> BuildMisfit? {
    guard let installation = pin.installation(in: root) else { return nil }
    return (try? root.misfit(of: installation)) ?? nil
  }

  private func isNamed(_ tool: ToolName, in chain: PinChain) -> Bool {
    if chain.variables[tool.environmentVariable] != nil { return true }
    return (chain.directories + [chain.global]).contains { link in
      link.pins.contains { $0.tool == tool } || link.unavailable.contains { $0.tool == tool }
        || link.contested.contains { $0.tool == tool }
        || link.passedOver.contains { $0.tool == tool }
    }
  }

  // MARK: Steps

  /// Returns the kinds of the files in a folder that may pin one of the tools.
  private func kinds(in folder: FilePath, mayPin tools: [ToolName]) -> [PinFileKind] {
    Self.kinds.filter { kind in
      let path = path(of: kind, in: folder)
      guard path.isEntry, environment.reads(path) else { return false }
      guard case .idiomatic(let file) = kind else { return true }
      return tools.contains { file.mayPin(Array($0.text.utf8)) }
    }
  }

  private func path(of kind: PinFileKind, in folder: FilePath) -> FilePath {
    if case .lock = kind { return environment.lock(in: folder) }
    return folder.appending(kind.name.description)
  }

  private func steps(
    of tool: ToolName, in chain: PinChain, selected: SelectedPin?, _ executable: ExecutableName?
  ) -> [SelectionReport.Step] {
    var steps: [SelectionReport.Step] = []
    var isDecided = false
    let names = guestNames(of: tool)
    func add(_ origin: Origin, _ outcome: SelectionReport.Outcome) {
      steps.append(.init(tool: tool, origin: origin.withoutColumn, outcome))
    }
    func add(_ pin: SelectedPin, in link: PinChain.Link?) {
      let version = pin.version
      if pin == selected {
        add(pin.origin, .decides(version: version))
      } else if isDecided {
        add(pin.origin, .overridden(version: version))
      } else if let executable, lacks(executable, pin, chain) {
        add(pin.origin, .lacksExecutable(version: version))
      } else if let executable, withheld([executable], of: pin) != nil {
        add(pin.origin, .withheld(version: version))
      } else if let misfit = misfit(of: pin) {
        add(pin.origin, .misfit(misfit, version: version))
      } else {
        add(
          pin.origin, selected == nil ? .decides(version: version) : .overridden(version: version))
      }
      isDecided = true
    }
    do {
      let name = Origin.variable(tool.environmentVariable)
      if let pin = try chain.variablePin(of: tool) { add(pin, in: nil) } else { add(name, .unset) }
    } catch {
      add(.variable(tool.environmentVariable), .faulty(error))
      isDecided = true
    }
    for link in chain.directories {
      for kind in kinds(in: link.folder, mayPin: [tool] + names) {
        let name = formatPath(path(of: kind, in: link.folder))
        if let pin = link.pins.first(where: { $0.tool == tool && $0.origin.path == name }) {
          add(pin, in: link)
          continue
        }
        if case .toolVersion = kind,
          let pin = link.pins.first(where: { $0.origin.path == name && $0.alias(in: root) == tool })
        {
          add(pin.origin, .alias(pin.tool))
          continue
        }
        let passed = link.passedOver.filter { pin in
          pin.origin.path == name && pin.tool.map { $0 == tool || names.contains($0) } ?? true
        }
        for pin in passed { add(pin.origin, .passedOver(pin.reason)) }
        if let problem = fault(of: kind, in: link, tool) {
          add(.file(name), .faulty(problem))
          isDecided = true
        } else if passed.isEmpty,
          kind.isPinFile || link.unavailable.contains(where: { $0.tool == tool })
        {
          add(.file(name), silence(of: kind, tool, in: link))
        }
      }
    }
    if root.globalPins.isEntry {
      if let pin = chain.global.pins.first(where: { $0.tool == tool }) {
        add(pin, in: nil)
      } else if let problem = chain.global.pinFileProblem {
        add(.file(formatPath(root.globalPins)), .faulty(problem))
      } else {
        add(.file(formatPath(root.globalPins)), .silent)
      }
    }
    return steps
  }

  /// The kinds of files in a folder, in the order of precedence.
  private static var kinds: [PinFileKind] {
    [.toolVersion, .lock, .manifest] + IdiomaticFile.all.map { .idiomatic($0) }
  }

  private func fault(
    of kind: PinFileKind, in link: PinChain.Link, _ tool: ToolName
  ) -> Problem? {
    // Of a folder with a lock, the lock names them, and otherwise the Toolfile.
    let isLocked = environment.lock(in: link.folder).isEntry
    let unavailable =
      link.unavailable.first { $0.tool == tool }?.problem
      ?? link.contested.first { $0.tool == tool }?.problem
    return switch kind {
    case .toolVersion: link.pinFileProblem
    case .lock: link.lockProblem ?? (isLocked ? unavailable : nil)
    case .manifest: link.manifestProblem ?? (isLocked ? nil : unavailable)
    case .idiomatic: nil
    }
  }

  /// Returns why a file without a pin of the tool says nothing about it.
  private func silence(
    of kind: PinFileKind, _ tool: ToolName, in link: PinChain.Link
  ) -> SelectionReport.Outcome {
    let isNamed = link.pins.contains { $0.tool == tool }
    switch kind {
    case .lock:
      let path = environment.lock(in: link.folder)
      let lock = try? Lockfile.read(
        at: path, named: Lockfile.name, despiteMergeOn: platform, in: files)
      guard let locked = lock?[tool] else { return .silent }
      return isNamed
        ? .overridden(version: .exact(locked.version))
        : .otherPlatform(version: .exact(locked.version))
    // These are not read for a tool that another file of the folder names.
    case .idiomatic: return isNamed ? .overridden(version: nil) : .silent
    case .toolVersion, .manifest: return .silent
    }
  }

  // MARK: Programs

  /// Adds the programs on `PATH` with the name of the executable. `pin` selects one of them, or
  /// another.
  private func addPrograms(
    of executable: ExecutableName, selectedBy pin: SelectedPin?, to report: inout SelectionReport
  ) {
    let selected = pin.flatMap { pin in
      packageProgram(executable, of: pin)
        ?? pin.installation(in: root)?.appending("bin").appending(executable.text)
    }.flatMap { try? $0.resolvingLinks() }
    let shims = (try? root.shims.path.resolvingLinks()) ?? root.shims.path
    let search = SystemPrograms(environment, root: root)
    for entry in search.folders {
      if ((try? entry.resolvingLinks()) ?? entry) == shims {
        report.isShimOnPath = true
      } else if let program = search.first(named: executable.text, in: entry) {
        report.programs.append(
          .init(
            path: formatPath(program), hidesShim: !report.isShimOnPath && report.shim != nil,
            isSelected: selected != nil && (try? program.resolvingLinks()) == selected))
      }
    }
  }
}

extension FilePath {
  /// Whether there is anything at this path, even a link that leads nowhere.
  fileprivate var isEntry: Bool { (try? linkStatus()) ?? nil != nil }
}

extension PinFileKind {
  /// Whether files of this kind pin versions, unlike a Toolfile.
  fileprivate var isPinFile: Bool {
    if case .manifest = self { false } else { true }
  }
}
