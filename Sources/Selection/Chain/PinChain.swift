package import Diagnostics
package import Filesystem
package import Manifests
internal import TextSearch
package import Vocabulary

/// The pins that apply to a folder, as read from variables, from the files of the folder and its
/// ancestors, and from the global pins. The chain determines which pins take effect.
///
/// ```
/// BOOTSTRAP_RUFF_VERSION          variables
/// ~/app/sub/.tool-version         folders, nearest first; in each one .tool-version, then the
/// ~/app/.tool-version               lock, then the files of other version managers; a Toolfile
/// ~/app/Toolfile.lock               without a lock is an error for the tools it declares
/// ~/app/.nvmrc
/// ~/.bootstrap/version            global pins
/// ```
///
/// The chain keeps the problem of an unreadable file, and throws it only if the result depends on
/// that file.
package struct PinChain: Sendable {
  /// One level of the chain: the pins of a folder, or the global pins.
  package struct Link: Sendable {
    /// The folder that contains the files.
    package let folder: FilePath
    /// The pins, at most one for each tool, in the order of the files.
    package var pins: [SelectedPin] = []
    /// The reason `.tool-version` or the file of global pins cannot be read, or `nil`. If set, no
    /// other pin of the folder takes effect.
    package var pinFileProblem: Problem?
    /// The reason the lock cannot be read, or `nil`.
    package var lockProblem: Problem?
    /// The reason a Toolfile without a lock cannot be read, or `nil`. Since its contents are
    /// unknown, such a Toolfile may declare any tool.
    package var manifestProblem: Problem?
    /// The lines in other version managers' files, and whole such files, that do not decide.
    package var passedOver: [PassedOverPin] = []
    /// The tools that the folder's files name without a version for this machine, each with the
    /// problem to report for it: those of a Toolfile without a lock, or those of a lock that does
    /// not cover the platform.
    package var unavailable: [(tool: ToolName, problem: Problem)] = []
    /// The tools that an unfinished merge of the lock leaves undecided. Each hides the pins of the
    /// tool in folders above.
    package var contested: [ContestedPin] = []
    /// The tools of ``unavailable`` and of ``contested``, with the problem to report for each.
    fileprivate var undecided: [(tool: ToolName, problem: Problem)] {
      unavailable + contested.map { (tool: $0.tool, problem: $0.problem) }
    }
    /// The tools that, according to the lock, provide the executable that the chain was read for.
    package var providers: [ToolName] = []

    /// The texts of the files that cannot be read as such, by the problem to report. A problem
    /// without a text concerns a file whose contents are unknown.
    package var faultyTexts: [Problem: FaultyText] = [:]

    /// Creates a link without pins.
    package init(folder: FilePath) { self.folder = folder }
  }

  /// The part of a chain to read.
  package enum Extent: Sendable {
    /// All pins and, unless the executable is `nil`, the tools that provide it according
    /// to the locks.
    case everything(ExecutableName?)
    /// The variables and the `.tool-version` files, which are all that ``FolderTools`` uses.
    case pinFiles
    /// The pins of all files except Toolfiles and locks.
    case besidesLocks
    /// The part that ``PinChain/pins(ofProviders:of:except:)`` needs for an executable that the
    /// `installed` tools provide.
    case forExecutable(ExecutableName, installed: [ToolName])
    /// The pins of these tools in the sealed lock of the project in a folder, if nothing else pins
    /// tools. Without tools, no file is read. Unless the executable is `nil`, also the tools among
    /// them that provide it.
    case sealedLock(of: FilePath, Set<ToolName>, providing: ExecutableName?)

    /// The executable that the chain is read for, or `nil` if it is read for all tools.
    var executable: ExecutableName? {
      switch self {
      case .everything(let executable), .sealedLock(_, _, let executable): executable
      case .pinFiles, .besidesLocks: nil
      case .forExecutable(let executable, _): executable
      }
    }
  }

  /// The nonempty variables that may pin a tool, by name.
  package let variables: [String: String]
  /// The links of the folders, nearest first.
  package let directories: [Link]
  /// The global pins.
  package let global: Link
  /// The tools with installations, any of which a variable may pin even if no file does.
  package let installedTools: [ToolName]

  /// Creates a chain from pins that have already been read.
  package init(
    variables: [String: String] = [:], directories: [Link], global: Link,
    installedTools: [ToolName] = []
  ) {
    self.variables = variables
    self.directories = directories
    self.global = global
    self.installedTools = installedTools
  }

  /// Returns the pin that the variable of `tool` sets, or `nil` if the variable is unset or empty.
  ///
  /// - Throws: ``SelectionProblem/variable(name:value:)`` if the value is not a version.
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

  /// Returns the pin that takes effect for each pinned tool: first the pins of variables, then
  /// those of files, nearest first and sorted by name within a folder. Leaves out ``contested``.
  ///
  /// - Throws: ``Problem`` of the nearest unreadable file on which any of the pins may depend, of
  ///   a Toolfile without a lock, of a lock that does not cover the platform, or of an invalid
  ///   variable.
  package func pins() throws(Problem) -> [SelectedPin] {
    var found: [SelectedPin] = []
    var known: Set<ToolName> = []
    for link in directories {
      if let problem = link.pinFileProblem { throw problem }
      if let problem = link.lockProblem ?? link.manifestProblem { throw problem }
      known.reserveCapacity(known.count + link.pins.count)
      let here = link.pins.filter { known.insert($0.tool).inserted }
      known.formUnion(link.contested.map(\.tool))
      if let unavailable = link.unavailable.first(where: { !known.contains($0.tool) }) {
        throw unavailable.problem
      }
      found += here.sorted { $0.tool < $1.tool }
    }
    if let problem = global.pinFileProblem { throw problem }
    found += global.pins.filter { known.insert($0.tool).inserted }
    return variables.isEmpty ? found : try inForce(found, and: installedTools)
  }

  /// Returns the pin that takes effect for a tool, or `nil` if nothing pins the tool. A variable
  /// counts even if no version of the tool was ever installed, unlike in ``pins()``.
  ///
  /// - Throws: The problems that ``pins()`` throws, or that of a tool that an unfinished merge
  ///   leaves undecided.
  package func pin(of tool: ToolName) throws(Problem) -> SelectedPin? {
    let pins = try pins()
    if let pin = try variablePin(of: tool) ?? pins.first(where: { $0.tool == tool }) { return pin }
    if let open = contested.first(where: { $0.tool == tool }) { throw open.problem }
    return nil
  }

  /// The tools that unfinished merges leave undecided, and that no variable or nearer file pins.
  package var contested: [ContestedPin] {
    var known: Set<ToolName> = []
    return directories.flatMap { link in
      known.formUnion(link.pins.map(\.tool))
      return link.contested.filter { open in
        known.insert(open.tool).inserted && variables[open.tool.environmentVariable] == nil
      }
    }
  }

  /// The pins of files other than the global pins that take effect, nearest first. Unlike
  /// ``pins()``, this passes over files that cannot be read.
  package var pinsOfFiles: [SelectedPin] {
    var known: Set<ToolName> = []
    return directories.flatMap(\.pins).filter { pin in
      known.insert(pin.tool).inserted && variables[pin.tool.environmentVariable] == nil
    }
  }

  /// Returns one pin for each tool: the pin of its variable, otherwise the first of `pins`.
  ///
  /// - Parameters:
  ///   - pins: The pins of files, nearest first.
  ///   - others: Tools that are included only if their variable pins them.
  /// - Returns: The pins of variables, followed by those of files.
  /// - Throws: ``SelectionProblem/variable(name:value:)`` if the value of a variable is not
  ///   a version.
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

  /// Returns the lines and files of other version managers that were passed over for one of
  /// `tools`, or possibly for one of them, nearest first.
  package func passedOver(_ tools: [ToolName]) -> [PassedOverPin] {
    let names = Set(tools)
    return directories.flatMap(\.passedOver).filter { $0.tool.map(names.contains) ?? true }
  }

  // MARK: One executable

  /// The pins of the tools that may provide an executable.
  package struct ProviderPins: Sendable {
    /// The nearest pins, at most one for each tool. If there are several, they are equally near, so
    /// the choice is ambiguous. Empty if nothing pins any of the tools.
    package let pins: [SelectedPin]
    /// The problem of the nearest unreadable file, or `nil` if all files could be read. Set only if
    /// nothing pins any of the tools. The file does not mention them or the executable.
    package let doubt: Problem?
  }

  /// Returns the nearest pins of tools that may provide the executable that the chain was read
  /// for.
  ///
  /// - Parameters:
  ///   - installed: The tools with an installation that provides the executable.
  ///   - executable: The executable that the chain was read for.
  ///   - excluded: Tools whose versions here do not provide the executable.
  /// - Throws: ``Problem`` of an invalid variable, or of an unreadable file that is nearer than
  ///   any pin, or equally near. If there is no pin, only a file that mentions one of the tools or
  ///   the executable matters.
  package func pins(
    ofProviders installed: [ToolName], of executable: ExecutableName,
    except excluded: Set<ToolName> = []
  ) throws(Problem) -> ProviderPins {
    // A lock at any level may reveal a provider that is pinned nearer than the lock, so all locks
    // are considered first. The candidates form a set because a hostile lock may reveal as many
    // tools as it has lines.
    var candidates = excluded
    let ordered = (installed + directories.flatMap(\.providers)).filter {
      candidates.insert($0).inserted
    }
    candidates.subtract(excluded)
    var byVariable: [SelectedPin] = []
    for tool in ordered where !variables.isEmpty {
      if let pin = try variablePin(of: tool) { byVariable.append(pin) }
    }
    if !byVariable.isEmpty { return ProviderPins(pins: byVariable, doubt: nil) }
    var doubt: Problem?
    for link in directories + [global] {
      let pins = link.pins.filter { candidates.contains($0.tool) }
      // If `.tool-version` pins all candidates, unreadable files that may pin any tool
      // are irrelevant.
      let own = Set(pins.filter { $0.place == .toolVersionFile }.map(\.tool))
      let isOpen = !candidates.isSubset(of: own)
      let faults = [
        link.pinFileProblem, link.lockProblem, isOpen ? link.manifestProblem : nil,
      ]
      for problem in faults.compactMap(\.self) {
        if link.faultyTexts[problem]?.mayConcern(ordered, executable) ?? true { throw problem }
        doubt = doubt ?? problem
      }
      let pinned = Set(pins.map(\.tool))
      let unavailable = link.undecided.first {
        candidates.contains($0.tool) && !pinned.contains($0.tool)
      }
      // A pin takes effect only if no nearer file can override it.
      if let doubt, !pins.isEmpty || unavailable != nil { throw doubt }
      if let unavailable { throw unavailable.problem }
      if !pins.isEmpty { return ProviderPins(pins: pins, doubt: nil) }
    }
    return ProviderPins(pins: [], doubt: doubt)
  }
}

extension PinVariable {
  /// Returns the name of the tool that a variable pins, if `separator` stands for each underscore.
  static func toolName(of variable: String, separator: String) -> String {
    variable.dropFirst(prefix.description.count).dropLast(suffix.description.count).lowercased()
      .replacing("_", with: separator)
  }
}
