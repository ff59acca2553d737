/// A member of an archive, as the archive describes it before the member is unpacked.
package struct ArchiveMember: Hashable, Sendable {
  package let path: MemberPath
  package let kind: Kind
  /// The announced uncompressed size, in bytes. Unpacking enforces it.
  package let size: Int
  /// Whether any executable bit is set. The rest of the mode is ignored.
  package let isExecutable: Bool

  /// The supported types of members.
  package enum Kind: Sendable {
    case file, directory, link
  }
}

/// The path and executable bit that a member is unpacked with.
package struct MemberPlacement: Hashable, Sendable {
  package var path: MemberPath
  package var isExecutable: Bool

  /// Creates a placement, which may differ from the archive's description.
  package init(path: MemberPath, isExecutable: Bool) {
    self.path = path
    self.isExecutable = isExecutable
  }

  /// Places a member as the archive specifies.
  package init(_ member: ArchiveMember) {
    self.init(path: member.path, isExecutable: member.isExecutable)
  }
}
