package import Diagnostics
package import Manifests
package import SourceKinds
internal import Versions
package import Vocabulary

/// The tools that a Toolfile can take over from manifests of other tools, and what it cannot.
///
/// Nothing is fetched or run. A name means what a registry defines, and what the registries do not
/// know is left out rather than guessed. Every entry ends as exactly one of both, so that
/// ``report`` accounts for all of them.
package struct ManifestImport: Sendable {
  /// A tool that is taken over.
  package struct Proposal: Hashable, Sendable {
    package fileprivate(set) var tool: NewTool
    /// The entry as written, and its location.
    package let text: String
    package let origin: Origin
    /// The parts of the entry that are left out.
    fileprivate var remarks: [ImportRemark.Reason]
    /// The repository of the tool if no registry knows it, or `nil`.
    fileprivate let repository: RepositoryName?
    /// Whether the version comes from a lock.
    fileprivate let isLocked: Bool
    /// The requirements that the entry states as alternatives to the tool's.
    fileprivate var alternatives: [Requirement] = []
  }

  /// What became of an entry.
  private enum Outcome {
    case taken(Proposal)
    /// An entry for the same tool takes precedence: the one at this index, or the one that it is
    /// surplus to.
    case surplus(Proposal, to: Int)
    case leftOut(ImportRemark)
  }

  private var outcomes: [Outcome] = []
  /// What became of the entries, with the reasons for surplus entries and for tools that need
  /// plugins. They are known only after the last entry, because any entry may be taken instead of
  /// an earlier one.
  private var decisions: [Outcome] {
    outcomes.map { outcome in
      let reason: ImportRemark.Reason?
      let entry: Proposal
      switch outcome {
      case .leftOut: return outcome
      case .taken(let proposal):
        entry = proposal
        reason = plugin(of: proposal.tool).map { .plugin($0) }
      case .surplus(let proposal, let index):
        entry = proposal
        reason =
          plugin(of: proposal.tool).map { .plugin($0) } ?? self.reason(against: proposal, to: index)
      }
      return reason.map { .leftOut(ImportRemark(entry.text, at: entry.origin, $0)) } ?? outcome
    }
  }
  /// Remarks about something other than an entry, such as a registry.
  private var notes: [ImportRemark] = []
  /// The index in ``outcomes`` of the entry that is taken, keyed by the family of its tool.
  private var indices: [ToolName: Int] = [:]
  /// The tools that come from repositories without a definition.
  private var repositoryTools: [RepositoryName: ToolName] = [:]
  private let names: DefinitionNames
  private let toolfile: Toolfile?
  private let pins: [ToolName: ToolPin]

  /// Creates an import of nothing yet.
  ///
  /// - Parameters:
  ///   - registries: The definitions that give names a meaning.
  ///   - toolfile: The file to add to, or `nil` if it is new.
  ///   - pins: The pins in the `.tool-version` of the folder, which a lock must also satisfy.
  package init(_ registries: Registries, into toolfile: Toolfile? = nil, pins: [ToolPin] = []) {
    names = DefinitionNames(registries)
    self.toolfile = toolfile
    self.pins = Dictionary(pins.map { ($0.tool, $0) }) { first, _ in first }
  }

  /// The tools, in the order of the entries.
  package var proposals: [Proposal] {
    decisions.compactMap { if case .taken(let proposal) = $0 { proposal } else { nil } }
  }

  /// The size in bytes of the lines that declare the tools.
  package var byteCount: Int {
    proposals.reduce(0) { $0 + $1.tool.statement.utf8.count + 1 }
  }

  /// What became of all entries.
  package var report: ImportReport {
    let leftOut = decisions.compactMap { outcome in
      if case .leftOut(let remark) = outcome { remark } else { nil }
    }
    let parts = proposals.flatMap { proposal in
      proposal.remarks.map { ImportRemark(proposal.text, at: proposal.origin, $0) }
    }
    return ImportReport(
      toolCount: proposals.count, leftOut: leftOut, notes: notes + parts)
  }

  /// Leaves out a whole file.
  ///
  /// - Parameter path: The path of the file as messages show it.
  package mutating func leaveOut(_ path: String, because reason: ImportRemark.Reason) {
    outcomes.append(.leftOut(ImportRemark(path, at: .file(path), reason)))
  }

  /// Adds a remark about something other than an entry.
  package mutating func note(_ remark: ImportRemark) { notes.append(remark) }

  /// Moves the remarks about declared tools to the lines where another Toolfile declares these.
  package mutating func locateDeclarations(in toolfile: Toolfile) {
    outcomes = outcomes.map { outcome in
      guard case .leftOut(let remark) = outcome,
        case .declared(let tool, let origin) = remark.reason
      else { return outcome }
      let moved = toolfile[tool]?.origin.withoutColumn
      let reason = ImportRemark.Reason.declared(tool, moved ?? origin)
      return .leftOut(ImportRemark(remark.text, at: remark.origin, reason))
    }
  }

  // MARK: Entries

  /// Adds the entries of a file.
  package mutating func add(_ contents: ImportableFile.Contents) {
    for statement in contents.statements {
      let origin = Origin.file(contents.path, line: statement.line)
      switch statement.content {
      case .tool(let tool): add(tool, statement.text, at: origin)
      case .other(.system(let name)):
        let tool = names.name(of: ForeignTool(name, .any))
        leaveOut(statement.text, at: origin, .system(tool?.text ?? name))
      case .part(let reason): notes.append(ImportRemark(statement.text, at: origin, reason))
      case .other(let reason): leaveOut(statement.text, at: origin, reason)
      case .file, .include: leaveOut(statement.text, at: origin, .notUnderstood)
      }
    }
  }

  private mutating func leaveOut(
    _ text: String, at origin: Origin, _ reason: ImportRemark.Reason
  ) {
    outcomes.append(.leftOut(ImportRemark(text, at: origin, reason)))
  }

  private mutating func add(_ foreign: ForeignTool, _ text: String, at origin: Origin) {
    let proposal: Proposal
    switch names.answer(to: foreign, on: toolfile?.platforms?.value ?? Platform.defaults) {
    case .leftOut(let reason):
      // What is no tool may be a variable, whose value is a secret.
      if case .undefined = reason { return leaveOut(foreign.name, at: origin, reason) }
      return leaveOut(text, at: origin, reason)
    case .defined(let tool, let remarks, let alternatives):
      proposal = Proposal(
        tool: tool, text: text, origin: origin, remarks: foreign.remarks + remarks,
        repository: nil, isLocked: foreign.isLocked, alternatives: alternatives)
    case .package(let repository, let version):
      guard let name = self.name(of: repository) else {
        return leaveOut(text, at: origin, .undefined(foreign.name))
      }
      let option = Toolfile.MapEntry(
        key: GitHubKind.name, value: .string(repository.description))
      let isRenamed = name.text != repository.name.lowercased()
      proposal = Proposal(
        tool: NewTool(name, version.requirement, options: [option] + foreign.options),
        text: text, origin: origin,
        remarks: foreign.remarks + version.remarks + (isRenamed ? [.renamed(name)] : []),
        repository: repository, isLocked: foreign.isLocked)
    }
    if let word = foreign.otherOrigin { return leaveOut(text, at: origin, .noCounterpart(word)) }
    if let declared = toolfile?[proposal.tool.name] {
      let reason = ImportRemark.Reason.declared(
        proposal.tool.name, declared.origin.withoutColumn)
      return leaveOut(text, at: origin, reason)
    }
    if let pin = pins[proposal.tool.name], case .exact(let version) = pin.version,
      let pinned = try? Version(parsing: version.text, scheme: .general),
      let isAdmitted = try? proposal.tool.requirement.admits(pinned), !isAdmitted
    {
      let reason = ImportRemark.Reason.contradicted(
        proposal.tool.name, version: version.text, pin.origin.withoutColumn)
      return leaveOut(text, at: origin, reason)
    }
    add(proposal)
  }

  /// Adds a tool, unless a better entry asks for it already.
  private mutating func add(_ proposal: Proposal) {
    let name = names.family(of: proposal.tool.name)
    guard let index = indices[name], case .taken(let known) = outcomes[index] else {
      indices[name] = outcomes.count
      outcomes.append(.taken(proposal))
      return
    }
    if known.repository != proposal.repository {
      // The definition keeps the name.
      rename(known, at: index)
      return add(proposal)
    }
    // Another program's lock never overrules the file that it belongs to.
    let overrules = proposal.isLocked && proposal.contradiction(to: known) != nil
    if proposal.isStricter(than: known), !overrules {
      outcomes[index] = .surplus(known, to: outcomes.count)
      indices[name] = outcomes.count
      outcomes.append(.taken(proposal))
    } else {
      outcomes.append(.surplus(proposal, to: index))
    }
  }

  /// Returns the reason to leave out an entry that is surplus to the one at `index`.
  private func reason(against surplus: Proposal, to index: Int) -> ImportRemark.Reason? {
    var index = index
    // The loop ends because each index is greater than the previous one.
    while case .surplus(_, let next) = outcomes[index] { index = next }
    switch outcomes[index] {
    case .taken(let taken):
      return surplus.contradiction(to: taken)
        ?? (taken.isStricter(than: surplus)
          ? .refined(taken.tool.name, taken.origin) : .repeated(taken.tool.name, taken.origin))
    case .leftOut(let remark): return remark.reason
    case .surplus: return nil
    }
  }

  // MARK: Plugins

  /// What the names of the plugins begin with that only Bundler loads into a tool.
  private static let pluginPrefixes = [
    "cocoapods": "cocoapods-", "danger": "danger-", "fastlane": "fastlane-plugin-",
  ]

  /// Returns the plugin that the entries name for a tool, or `nil` if there is none. A gem tool
  /// loads only its own gems.
  private func plugin(of tool: NewTool) -> String? {
    guard let prefix = Self.pluginPrefixes[tool.name.text] else { return nil }
    return outcomes.lazy.compactMap { outcome in
      guard case .leftOut(let remark) = outcome, case .kept(let gem, .bundler) = remark.reason,
        gem.hasPrefix(prefix)
      else { return nil }
      return gem
    }.first
  }

  // MARK: Names

  /// The names of repositories that say nothing about the tool in them.
  private static let generalNames: Set = ["cli", "sdk", "tools", "app", "core", "client", "bin"]

  /// Returns the name of the tool that comes from a repository, or `nil` if no valid name is free.
  ///
  /// It is the repository's, or begins with that of its owner if the repository's says nothing or
  /// is taken.
  private mutating func name(of repository: RepositoryName) -> ToolName? {
    if let known = repositoryTools[repository] { return known }
    let own = repository.name.lowercased()
    let isFree =
      !Self.generalNames.contains(own)
      && ToolName(own).map { indices[$0] == nil } ?? false
    let name = isFree ? ToolName(own) : Self.ownedName(of: repository)
    guard let name, isFree || indices[name] == nil else { return nil }
    repositoryTools[repository] = name
    return name
  }

  private static func ownedName(of repository: RepositoryName) -> ToolName? {
    ToolName("\(repository.owner)-\(repository.name)".lowercased())
  }

  /// Gives another name to a tool from a repository.
  private mutating func rename(_ proposal: Proposal, at index: Int) {
    indices[names.family(of: proposal.tool.name)] = nil
    guard let repository = proposal.repository, let name = Self.ownedName(of: repository),
      indices[name] == nil
    else {
      outcomes[index] = .leftOut(
        ImportRemark(proposal.text, at: proposal.origin, .undefined(proposal.tool.name.text)))
      return
    }
    var renamed = proposal
    renamed.tool = NewTool(name, proposal.tool.requirement, options: proposal.tool.options)
    renamed.remarks.append(.renamed(name))
    repositoryTools[repository] = name
    indices[name] = index
    outcomes[index] = .taken(renamed)
  }
}

extension ManifestImport.Proposal {
  /// The version of a requirement that admits only one, or `nil`.
  fileprivate var exactVersion: Version? {
    guard tool.requirement.isExact else { return nil }
    return try? Version(parsing: tool.requirement.clauses[0].version, scheme: .general)
  }

  /// The version, or the requirement if it admits several.
  private var statedVersion: String {
    let requirement = tool.requirement
    return requirement.isExact ? requirement.clauses[0].version : requirement.description
  }

  /// Returns whether this proposal states an exact version and the other one a range, or a range
  /// and the other one nothing.
  fileprivate func isStricter(than other: Self) -> Bool {
    exactVersion != nil
      ? other.exactVersion == nil
      : other.tool.requirement == .any && tool.requirement != .any
  }

  /// Returns the reason to leave this proposal out if it admits no version that `taken` admits, and
  /// `nil` otherwise.
  fileprivate func contradiction(to taken: Self) -> ImportRemark.Reason? {
    // Tools from one repository are the same tool, even if only one of them has been renamed.
    if tool.name != taken.tool.name, repository == nil {
      return .contradicted(taken.tool.name, version: taken.statedVersion, taken.origin)
    }
    guard let others = try? taken.tool.requirement.versions(in: .general) else { return nil }
    let excludesAll = ([tool.requirement] + alternatives).allSatisfy { requirement in
      (try? requirement.versions(in: .general))?.isDisjoint(with: others) ?? false
    }
    if !excludesAll { return nil }
    return .contradicted(taken.tool.name, version: taken.statedVersion, taken.origin)
  }
}
