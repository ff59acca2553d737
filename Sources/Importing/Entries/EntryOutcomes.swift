internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// What became of the entries of all files, in their order.
struct EntryOutcomes: Sendable {
  typealias Proposal = ManifestImport.Proposal

  /// What became of an entry.
  enum Outcome {
    case taken(Proposal)
    /// An entry for the same tool takes precedence: the one at this index, or the one that it is
    /// surplus to.
    case surplus(Proposal, to: Int)
    case leftOut(ImportRemark)
  }

  private var outcomes: [Outcome] = []
  /// The index in ``outcomes`` of the entry that is taken, keyed by the family of its tool.
  private var indices: [ToolName: Int] = [:]
  /// The strictest of the entries for which no version is available, keyed by the family of the
  /// tool.
  private var unavailable: [ToolName: Proposal] = [:]
  private var plugins = BundlerPlugins()

  /// Returns whether none of the tools is of a family.
  func isFree(_ family: ToolName) -> Bool { indices[family] == nil }

  /// Returns the entry that is taken of a family, or `nil` if there is none.
  func taken(of family: ToolName) -> Proposal? {
    guard let index = indices[family], case .taken(let proposal) = outcomes[index] else {
      return nil
    }
    return proposal
  }

  // MARK: Entries

  /// Adds an entry that is left out.
  mutating func leaveOut(_ remark: ImportRemark) {
    outcomes.append(.leftOut(remark))
  }

  /// Adds an entry that is left out because no version is available that it admits.
  mutating func leaveOut(unavailable proposal: Proposal, because reason: ImportRemark.Reason) {
    if unavailable[proposal.family].map(proposal.isStricter) ?? true {
      unavailable[proposal.family] = proposal
    }
    leaveOut(proposal.leftOut(reason))
  }

  /// Notes a gem, which could be a plugin.
  mutating func noteGem(_ gem: String) { plugins.add(gem) }

  /// Notes that a file, which could name plugins, is not read.
  mutating func notePlugins(inUnread file: String) { plugins.addUnread(file) }

  /// Adds a tool, unless a better entry asks for it already.
  mutating func add(_ proposal: Proposal) {
    guard let index = indices[proposal.family], case .taken(let known) = outcomes[index] else {
      indices[proposal.family] = outcomes.count
      outcomes.append(.taken(proposal))
      return
    }
    if overrules(proposal, known) {
      outcomes[index] = .surplus(known, to: outcomes.count)
      indices[proposal.family] = outcomes.count
      outcomes.append(.taken(proposal))
    } else {
      outcomes.append(.surplus(proposal, to: index))
    }
  }

  /// Returns whether an entry takes precedence over one that is taken.
  private func overrules(_ new: Proposal, _ known: Proposal) -> Bool {
    // A stale lock never overrules the file that it belongs to.
    let isStale = new.foreign.isLocked && new.contradiction(to: known) != nil
    return new.isStricter(than: known) && !isStale && !new.isFurther(than: known)
  }

  /// Returns the tool of another package that has the name of this one, or `nil` if there is none.
  func namesake(of proposal: Proposal) -> Proposal? {
    taken(of: proposal.family).flatMap { $0.package == proposal.package ? nil : $0 }
  }

  /// Replaces the entry that is taken of a family by another form of the same entry.
  mutating func replaceTaken(by proposal: Proposal) {
    if let index = indices[proposal.family] { outcomes[index] = .taken(proposal) }
  }

  /// Gives a tool another name, or leaves it out if that is `nil`.
  mutating func rename(_ proposal: Proposal, to name: ToolName?) {
    guard let index = indices.removeValue(forKey: proposal.family) else { return }
    guard let name else {
      outcomes[index] = .leftOut(proposal.leftOut(.undefined(proposal.tool.name.text)))
      return
    }
    indices[name] = index
    outcomes[index] = .taken(proposal.renamed(name))
  }

  /// Changes the remarks on the entries that are left out.
  mutating func changeRemarks(_ change: (ImportRemark) -> ImportRemark) {
    outcomes = outcomes.map { outcome in
      if case .leftOut(let remark) = outcome { .leftOut(change(remark)) } else { outcome }
    }
  }

  // MARK: Decisions

  /// What became of the entries, with the reasons that are known only after the last one, because
  /// any entry may be taken instead of an earlier one.
  var decided: [Outcome] {
    outcomes.map { outcome in
      let reason: ImportRemark.Reason?
      let entry: Proposal
      switch outcome {
      case .leftOut: return outcome
      case .taken(let proposal):
        entry = proposal
        reason = plugins.reason(toLeaveOut: proposal.tool.name) ?? self.reason(against: proposal)
      case .surplus(let proposal, let index):
        entry = proposal
        reason =
          plugins.reason(toLeaveOut: proposal.tool.name)
          ?? self.reason(against: proposal, to: index)
      }
      return reason.map { .leftOut(entry.leftOut($0)) } ?? outcome
    }
  }

  /// Returns the reason to leave out an entry that would be taken, if a stricter one asks for a
  /// version that is not available.
  private func reason(against taken: Proposal) -> ImportRemark.Reason? {
    guard let wanted = unavailable[taken.family], overrules(wanted, taken),
      !taken.isFurther(than: wanted)
    else { return nil }
    return .unavailable(taken.tool.name, wanted.origin)
  }

  /// Returns the reason to leave out an entry that is surplus to the one at `index`.
  private func reason(against surplus: Proposal, to index: Int) -> ImportRemark.Reason? {
    var index = index
    // The loop ends because each index is greater than the previous one.
    while case .surplus(_, let next) = outcomes[index] { index = next }
    switch outcomes[index] {
    case .taken(let taken):
      if surplus.isFurther(than: taken) {
        return .severalVersions(taken: taken.foreign.version.shownText)
      }
      return reason(against: taken) ?? surplus.contradiction(to: taken)
        ?? (taken.isStricter(than: surplus)
          ? .refined(taken.tool.name, taken.origin) : .repeated(taken.tool.name, taken.origin))
    case .leftOut(let remark): return remark.reason
    case .surplus: return nil
    }
  }
}
