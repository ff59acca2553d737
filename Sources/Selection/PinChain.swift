package import Diagnostics
package import Filesystem
package import Manifests

/// All that pins tools for one directory, as it was read: variables, the files of the directory and of each above it, the global
/// pins. Which of them count is decided here.
///
/// ```
/// BOOTSTRAP_RUFF_VERSION          variables
/// ~/app/sub/.tool-version         directories, nearest first: in each .tool-version, then the files of
/// ~/app/.tool-version               other version managers, then the lock; a Toolfile without a lock
/// ~/app/Toolfile.lock               speaks for all the tools that it names
/// ~/.bootstrap/version            global
/// ```
///
/// What cannot be read is kept with its problem, which counts only for those whose answer hangs on it.
package struct PinChain: Sendable {
  /// What the files of one directory say, or the global pins.
  package struct Link: Sendable {
    package let folder: FilePath
    /// Each tool once, in the order of the files.
    package var pins: [SelectedPin] = []
    /// Why `.tool-version`, or the file of global pins, cannot be read. Then nothing else of the directory was read.
    package var pinFileProblem: Problem?
    package var lockProblem: Problem?
    /// Why a Toolfile without a lock cannot be read: it may name any tool.
    package var manifestProblem: Problem?
    /// What other version managers' files say in a form that is not read.
    package var unreadable: [UnreadablePin] = []
    /// The tools of a Toolfile without a lock, and what there is to say about that.
    package var unlocked: [(tool: ToolName, problem: Problem)] = []
    /// The tools that the lock says provide the executable that the chain was read for.
    package var providers: [ToolName] = []

    package init(folder: FilePath) { self.folder = folder }
  }

  /// How much of a chain is read.
  package enum Extent: Sendable {
    /// Everything, with the providers of an executable, if there is one.
    case everything(ExecutableName?)
    /// Variables and `.tool-version` files, which are all that ``FolderTools`` uses.
    case pinFiles
    /// What ``PinChain/pins(ofProviders:)`` needs for an executable that `installed` tools provide.
    case answer(ExecutableName, installed: [ToolName])

    var executable: ExecutableName? {
      switch self {
      case .everything(let executable): executable
      case .pinFiles: nil
      case .answer(let executable, _): executable
      }
    }
  }

  package struct UnreadablePin: Sendable {
    /// nil: the file as a whole, whichever tools it names.
    package let tool: ToolName?
    package let problem: Problem
    /// Whether the tool was ever installed here: of any other, the file speaks to another version manager alone.
    package let isInstalled: Bool

    package init(tool: ToolName?, problem: Problem, isInstalled: Bool) {
      self.tool = tool
      self.problem = problem
      self.isInstalled = isInstalled
    }
  }

  /// The variables that may pin a tool, and are not empty, by their names.
  package let variables: [String: String]
  /// Nearest first.
  package let directories: [Link]
  package let global: Link
  /// The tools of which something is installed, for the variables that name a tool which nothing else does.
  package let installedTools: [ToolName]

  package init(
    variables: [String: String] = [:], directories: [Link], global: Link,
    installedTools: [ToolName] = []
  ) {
    self.variables = variables
    self.directories = directories
    self.global = global
    self.installedTools = installedTools
  }

  /// The pin of `tool` by its variable. nil where that is unset or empty.
  ///
  /// - Throws: `variable` where it holds no version.
  package func variablePin(of tool: ToolName) throws(Problem) -> SelectedPin? {
    let name = tool.environmentVariable
    guard let value = variables[name] else { return nil }
    guard Array(value.utf8).withSpan({ PinSyntax.isPin(0..<$0.count, in: $0) }),
      let version = PinnedVersion(value)
    else { throw .selection(.variable(name: name, value: value)) }
    return SelectedPin(
      tool: tool, version: version, place: .variable, origin: .variable(name), folder: nil)
  }

  // MARK: Every tool

  /// The pin in force of every tool that has one, those of variables first, then the nearest, and those of one place by name.
  ///
  /// - Throws: the first problem on the way that any answer might hang on.
  package func pins() throws(Problem) -> [SelectedPin] {
    var found: [SelectedPin] = []
    var known: Set<ToolName> = []
    for link in directories {
      let here = link.pins.filter { !known.contains($0.tool) }
      if let problem = link.pinFileProblem { throw problem }
      let first = link.unreadable.first {
        guard let tool = $0.tool else { return true }
        return $0.isInstalled && !known.contains(tool)
      }
      if let first { throw first.problem }
      if let problem = link.lockProblem ?? link.manifestProblem { throw problem }
      known.formUnion(here.map(\.tool))
      if let unlocked = link.unlocked.first(where: { !known.contains($0.tool) }) {
        throw unlocked.problem
      }
      found += here.sorted { $0.tool < $1.tool }
    }
    if let problem = global.pinFileProblem { throw problem }
    found += global.pins.filter { !known.contains($0.tool) }
    return try inForce(found, and: installedTools)
  }

  /// The first of `pins` for each tool, with what variables say instead, and what they say of `others`; those of variables first.
  package func inForce(
    _ pins: [SelectedPin], and others: [ToolName]
  ) throws(Problem) -> [SelectedPin] {
    var known: Set<ToolName> = []
    let nearest = pins.filter { known.insert($0.tool).inserted }
    if variables.isEmpty { return nearest }
    var overridden: [SelectedPin] = []
    for tool in nearest.map(\.tool) + others.filter({ known.insert($0).inserted }) {
      if let pin = try variablePin(of: tool) { overridden.append(pin) }
    }
    let names = Set(overridden.map(\.tool))
    return overridden + nearest.filter { !names.contains($0.tool) }
  }

  // MARK: One executable

  /// What is pinned among the tools that may provide the executable that the chain was read for: at most one pin a tool. Several:
  /// they are equally near. Empty: nothing pins any of them.
  ///
  /// - Parameter installed: the tools that an installation provides it for.
  /// - Throws: the problem of the nearest place that cannot be read before the answer is found.
  package func pins(ofProviders installed: [ToolName]) throws(Problem) -> [SelectedPin] {
    // A lock anywhere on the way may make a tool known that is pinned nearer than the lock.
    var candidates = installed
    for tool in directories.flatMap(\.providers) where !candidates.contains(tool) {
      candidates.append(tool)
    }
    var byVariable: [SelectedPin] = []
    for tool in candidates {
      if let pin = try variablePin(of: tool) { byVariable.append(pin) }
    }
    if !byVariable.isEmpty { return byVariable }
    for link in directories + [global] {
      let pins = link.pins.filter { candidates.contains($0.tool) }
      if let problem = link.pinFileProblem { throw problem }
      // A file that may name any tool says nothing of those that a file before it has named.
      let own = pins.filter { $0.place == .toolVersionFile }.map(\.tool)
      let isOpen = !candidates.allSatisfy(own.contains)
      let unreadable = link.unreadable.first { $0.tool.map(candidates.contains) ?? isOpen }
      if let unreadable { throw unreadable.problem }
      if let problem = link.lockProblem { throw problem }
      if isOpen, let problem = link.manifestProblem { throw problem }
      let unlocked = link.unlocked.first { unlocked in
        candidates.contains(unlocked.tool) && !pins.contains { $0.tool == unlocked.tool }
      }
      if let unlocked { throw unlocked.problem }
      if !pins.isEmpty { return pins }
    }
    return []
  }
}
