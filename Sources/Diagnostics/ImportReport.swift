/// What became of the entries in the files of other tools. Each entry has become a tool, or is left
/// out.
package struct ImportReport: Hashable, Sendable {
  /// The number of entries that have become tools.
  package let toolCount: Int
  /// One remark for each entry that is left out, in the order of the entries.
  package let leftOut: [ImportRemark]
  /// Remarks on the parts of the other entries that are left out, such as an option, and on
  /// registries that could not be searched.
  package let notes: [ImportRemark]

  /// Creates a report.
  package init(toolCount: Int, leftOut: [ImportRemark], notes: [ImportRemark]) {
    self.toolCount = toolCount
    self.leftOut = leftOut
    self.notes = notes
  }

  /// The number of all entries.
  package var entryCount: Int { toolCount + leftOut.count }

  /// Whether a file could not be read, perhaps one that another file includes.
  package var hasUnreadableFile: Bool {
    leftOut.contains { remark in
      switch remark.reason {
      case .unreadable, .linkOutside: true
      default: false
      }
    }
  }

  /// The remarks with a common reason.
  package struct Group: Hashable, Sendable {
    /// The remarks, at least one.
    package let remarks: [ImportRemark]
    /// The reason of the first remark, which stands for all.
    package var reason: ImportRemark.Reason { remarks[0].reason }
  }

  /// The entries that are left out, by kind of reason, in the order in which the kinds occur.
  package var groups: [Group] { Self.groups(of: leftOut) }

  /// The notes, grouped in the same way.
  package var noteGroups: [Group] { Self.groups(of: notes) }

  private static func groups(of remarks: [ImportRemark]) -> [Group] {
    var kinds: [String] = []
    var byKind: [String: [ImportRemark]] = [:]
    for remark in remarks {
      if byKind[remark.reason.kind] == nil { kinds.append(remark.reason.kind) }
      byKind[remark.reason.kind, default: []].append(remark)
    }
    return kinds.compactMap { byKind[$0].map(Group.init) }
  }
}

extension ImportRemark.Reason {
  /// What reasons with the same advice have in common. A pin file without a usable version shares
  /// its code with statements that are not understood, but gets other advice.
  fileprivate var kind: String {
    if case .passedOver = self { "passed-over" } else { code }
  }
}
