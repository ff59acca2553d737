package import Diagnostics
package import Manifests
package import SourceKinds
internal import Versions
package import Vocabulary

/// The tools that a Toolfile can take over from manifests of other tools, and what it cannot.
///
/// Nothing is fetched or run. A name means what a registry defines, and what the registries do not
/// know is left out rather than guessed. Every entry becomes one or the other, so that ``report``
/// accounts for all of them.
package struct ManifestImport: Sendable {
  private var outcomes = EntryOutcomes()
  /// Remarks about something other than an entry, such as a registry.
  private var notes: [ImportRemark] = []
  private var packageNames = PackageNames()
  private let names: DefinitionNames
  private let toolfile: Toolfile?
  private let platforms: [Platform]
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
    platforms = toolfile?.platforms?.value ?? Platform.defaults
    self.pins = Dictionary(pins.map { ($0.tool, $0) }) { first, _ in first }
  }

  // MARK: Results

  /// The tools, in the order of the entries.
  package var proposals: [Proposal] {
    outcomes.decided.compactMap { if case .taken(let proposal) = $0 { proposal } else { nil } }
  }

  /// The maximum size in bytes of the lines that declare the tools, with their endings.
  package var byteCount: Int {
    proposals.reduce(0) { $0 + $1.tool.statement.utf8.count + 2 }
  }

  /// What became of all entries.
  package var report: ImportReport {
    let leftOut = outcomes.decided.compactMap { outcome in
      if case .leftOut(let remark) = outcome { remark } else { nil }
    }
    let proposals = proposals
    let parts = proposals.flatMap { proposal in
      proposal.remarks.map { ImportRemark(proposal.text, at: proposal.origin, $0) }
    }
    return ImportReport(toolCount: proposals.count, leftOut: leftOut, notes: notes + parts)
  }

  /// Leaves out a whole file.
  ///
  /// - Parameter path: The path of the file as messages show it.
  package mutating func leaveOut(_ path: String, because reason: ImportRemark.Reason) {
    outcomes.leaveOut(ImportRemark(path, at: .file(path), reason))
  }

  /// Adds a remark about something other than an entry.
  package mutating func note(_ remark: ImportRemark) { notes.append(remark) }

  /// Moves the remarks about declared tools to the lines where another Toolfile declares these.
  package mutating func locateDeclarations(in toolfile: Toolfile) {
    outcomes.changeRemarks { remark in
      let reason: ImportRemark.Reason
      switch remark.reason {
      case .declared(let tool, let origin):
        reason = .declared(tool, toolfile[tool]?.origin.withoutColumn ?? origin)
      case .declaredOtherwise(let tool, let version, let origin):
        reason = .declaredOtherwise(
          tool, version: version, toolfile[tool]?.origin.withoutColumn ?? origin)
      default: return remark
      }
      return ImportRemark(remark.text, at: remark.origin, reason)
    }
  }

  // MARK: Entries

  /// Adds the entries of a file.
  package mutating func add(_ contents: ImportableFile.Contents) {
    for file in contents.unreadFiles { outcomes.notePlugins(inUnread: file) }
    for statement in contents.statements {
      let origin = Origin.file(contents.path, line: statement.line)
      if let gem = statement.gem { outcomes.noteGem(gem) }
      switch statement.content {
      case .tool(let tool):
        add(names.chosen(tool, on: platforms), statement.text, at: origin)
      case .other(.system(let name)):
        let tool = names.name(of: ForeignTool(name, .any))
        leaveOut(statement.text, at: origin, .system(tool?.text ?? name))
      case .part(let reason): notes.append(ImportRemark(statement.text, at: origin, reason))
      case .other(.condition(let text)):
        leaveOut(statement.text, at: origin, .condition(ForeignName.shownCondition(text)))
      case .other(let reason): leaveOut(statement.text, at: origin, reason)
      case .file, .include, .unreadInclude:
        leaveOut(statement.text, at: origin, .notUnderstood)
      }
    }
  }

  private mutating func leaveOut(
    _ text: String, at origin: Origin, _ reason: ImportRemark.Reason
  ) {
    outcomes.leaveOut(ImportRemark(text, at: origin, reason))
  }

  private mutating func add(_ foreign: ForeignTool, _ text: String, at origin: Origin) {
    let answer = names.answer(to: foreign, on: platforms)
    switch answer {
    case .leftOut(let reason):
      // An entry that is not a tool may be a variable, whose value could be a secret.
      if case .undefined(let name) = reason { return leaveOut(name, at: origin, reason) }
      return leaveOut(text, at: origin, reason)
    case .unavailable(let tool, let reason):
      let proposal = Proposal(
        tool, text, at: origin, for: foreign, family: names.family(of: tool.name), remarks: [])
      return outcomes.leaveOut(unavailable: proposal, because: reason)
    case .defined, .package: break
    }
    guard let proposal = proposal(from: answer, for: foreign, text, at: origin) else {
      return leaveOut(foreign.shownName, at: origin, foreign.reasonIfUndefined)
    }
    if let word = foreign.otherOrigin { return leaveOut(text, at: origin, .noCounterpart(word)) }
    if let reason = reason(against: proposal) { return leaveOut(text, at: origin, reason) }
    if let namesake = outcomes.namesake(of: proposal) {
      guard let package = namesake.package else {
        return outcomes.leaveOut(proposal.leftOut(.undefined(proposal.tool.name.text)))
      }
      // The tool that is already taken gives up its name.
      outcomes.rename(namesake, to: packageNames.rename(package, isFree: isFree))
    }
    let known = outcomes.taken(of: proposal.family)
    outcomes.add(proposal)
    if let known { extendPlatforms(of: known, and: proposal) }
  }

  /// Extends the tool that is taken to the platforms of both entries that ask for it, unless they
  /// contradict each other.
  private mutating func extendPlatforms(of known: Proposal, and new: Proposal) {
    // A lock does not say which platforms need the tool.
    let limit =
      new.foreign.isLocked
      ? known.foreign.platforms
      : PlatformLimit.union(known.foreign.platforms, new.foreign.platforms)
    guard let taken = outcomes.taken(of: new.family), taken.foreign.platforms != limit,
      (taken == known ? new : known).contradiction(to: taken) == nil
    else { return }
    var foreign = taken.foreign
    foreign.platforms = limit
    let answer = names.answer(to: foreign, on: platforms)
    if let extended = proposal(from: answer, for: foreign, taken.text, at: taken.origin) {
      outcomes.replaceTaken(by: extended)
    }
  }

  /// Returns whether a name is free: no tool has it or is the same in another major version.
  private var isFree: (ToolName) -> Bool {
    { [outcomes, names] in outcomes.isFree(names.family(of: $0)) }
  }

  /// Returns the entry that an answer makes, or `nil` if it is left out.
  private mutating func proposal(
    from answer: ForeignAnswer, for foreign: ForeignTool, _ text: String, at origin: Origin
  ) -> Proposal? {
    switch answer {
    case .defined(let tool, let remarks, let alternatives):
      Proposal(
        tool, text, at: origin, for: foreign, family: names.family(of: tool.name),
        remarks: foreign.remarks + remarks, alternatives: alternatives)
    case .package(let package): proposal(of: package, for: foreign, text, at: origin)
    case .leftOut, .unavailable: nil
    }
  }

  /// Returns the entry for a tool that no registry defines, or `nil` if no valid name is free.
  private mutating func proposal(
    of package: PackagedTool, for foreign: ForeignTool, _ text: String, at origin: Origin
  ) -> Proposal? {
    guard let name = packageNames.name(of: package, isFree: isFree) else { return nil }
    let needed = foreign.platforms?.limiting(platforms) ?? platforms
    let options =
      package.options + foreign.options + (needed == platforms ? [] : [.platforms(needed)])
    let remarks = foreign.remarks + package.remarks
    return Proposal(
      NewTool(name, package.requirement, options: options), text, at: origin, for: foreign,
      family: names.family(of: name),
      remarks: remarks + (name.text == package.name ? [] : [.renamed(name)]),
      package: package.key)
  }

  /// Returns the reason why the Toolfile or a pin of the folder excludes a tool, or `nil` if none
  /// does.
  private func reason(against proposal: Proposal) -> ImportRemark.Reason? {
    let name = proposal.tool.name
    if let declared = toolfile?[name] {
      let (origin, requirement) = (declared.origin.withoutColumn, declared.requirement.value)
      return proposal.excludes(requirement)
        ? .declaredOtherwise(name, version: requirement.statedVersion, origin)
        : .declared(name, origin)
    }
    guard let pin = pins[name], case .exact(let version) = pin.version,
      let pinned = try? Version(parsing: version.text, scheme: .general),
      let isAdmitted = try? proposal.tool.requirement.admits(pinned), !isAdmitted
    else { return nil }
    return .contradicted(name, version: version.text, pin.origin.withoutColumn)
  }
}
