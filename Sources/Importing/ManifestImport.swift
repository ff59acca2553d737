package import Diagnostics
package import Manifests
package import SourceKinds
internal import Versions
package import Vocabulary

/// The tools that a Toolfile can take over from manifests of other tools, and what it cannot.
///
/// Nothing is fetched or run. A name means what a registry defines, and what the registries do not
/// know is left out rather than guessed.
package struct ManifestImport: Sendable {
  /// A tool that is taken over.
  package struct Proposal: Hashable, Sendable {
    package let tool: NewTool
    /// The statement as written, and its location.
    package let text: String
    package let origin: Origin
  }

  /// The tools, in the order of the statements.
  package private(set) var proposals: [Proposal] = []
  /// What is left out, in the order of the statements.
  package private(set) var remarks: [ImportRemark] = []
  /// The gems that no registry defines, and everything else that stays with Bundler.
  private var bundledGems: Set<String> = []
  private let names: DefinitionNames
  private let toolfile: Toolfile?

  /// Creates an import of nothing yet.
  ///
  /// - Parameters:
  ///   - registries: The definitions that give names a meaning.
  ///   - toolfile: The file to add to, or `nil` if it is new.
  package init(_ registries: Registries, into toolfile: Toolfile? = nil) {
    names = DefinitionNames(registries)
    self.toolfile = toolfile
  }

  /// Leaves out a whole file.
  ///
  /// - Parameter path: The path of the file as messages show it.
  package mutating func leaveOut(_ path: String, because reason: ImportRemark.Reason) {
    remarks.append(ImportRemark(path, at: .file(path), reason))
  }

  /// Adds a remark about something else that is left out.
  package mutating func leaveOut(_ remark: ImportRemark) { remarks.append(remark) }

  /// Moves the remarks about declared tools to the lines where another Toolfile declares these.
  package mutating func locateDeclarations(in toolfile: Toolfile) {
    remarks = remarks.map { remark in
      guard case .declared(let tool, let origin) = remark.reason else { return remark }
      let moved = toolfile[tool]?.origin.withoutColumn
      return ImportRemark(remark.text, at: remark.origin, .declared(tool, moved ?? origin))
    }
  }

  /// Adds the statements of a file.
  ///
  /// - Parameter path: The path of the file as messages show it.
  package mutating func add(_ statements: [ForeignStatement], of path: String) {
    var gems: [String] = []
    for statement in statements {
      let origin = Origin.file(path, line: statement.line)
      switch statement.content {
      case .other(let reason):
        remarks.append(ImportRemark(statement.text, at: origin, reason))
      case .file:
        remarks.append(ImportRemark(statement.text, at: origin, .notUnderstood))
      case .tool(let tool) where tool.isGem && names.tool(for: tool) == nil:
        if bundledGems.insert(tool.name).inserted { gems.append(tool.name) }
      case .bundler(let name):
        if bundledGems.insert(name).inserted { gems.append(name) }
      case .tool(let tool):
        let reasons = add(tool, statement.text, at: origin)
        remarks += reasons.map { ImportRemark(statement.text, at: origin, $0) }
      }
    }
    if !gems.isEmpty { leaveOut(path, because: .bundledGems(gems)) }
  }

  /// Adds a tool. Returns the reasons that it, or a part of it, is left out.
  private mutating func add(
    _ foreign: ForeignTool, _ text: String, at origin: Origin
  ) -> [ImportRemark.Reason] {
    guard let tool = names.tool(for: foreign) else { return [.undefined(foreign.name)] }
    if let word = foreign.bundlerWord { return [.noCounterpart(word)] }
    if let declared = toolfile?[tool.name] {
      return [.declared(tool.name, declared.origin.withoutColumn)]
    }
    let proposal = Proposal(tool: tool, text: text, origin: origin)
    if let index = proposals.firstIndex(where: { $0.tool.name == tool.name }) {
      let known = proposals[index]
      if known.tool == tool || foreign.isGem && known.states(proposal) { return [] }
      if !proposal.refines(known) { return [.repeated(tool.name, known.origin)] }
      proposals.remove(at: index)
      remarks.append(ImportRemark(known.text, at: known.origin, .refined(tool.name, origin)))
    }
    proposals.append(proposal)
    return foreign.remarks
  }
}

extension ManifestImport.Proposal {
  /// Returns whether this proposal contains everything in the other one: the requirement, and
  /// perhaps options.
  fileprivate func states(_ other: Self) -> Bool {
    tool.requirement == other.tool.requirement && other.tool.options.isEmpty
  }

  /// Returns whether this proposal has an exact version and the other one a range that contains it.
  /// In that case, the project uses the exact version.
  fileprivate func refines(_ other: Self) -> Bool {
    guard tool.requirement.isExact, !other.tool.requirement.isExact,
      tool.options == other.tool.options,
      let version = try? Version(
        parsing: tool.requirement.clauses[0].version, scheme: .general)
    else { return false }
    return (try? other.tool.requirement.admits(version)) ?? false
  }
}
