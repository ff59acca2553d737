/// What an archive says of one member, before anything of it is unpacked.
package struct ArchiveMember: Hashable, Sendable {
  package let path: MemberPath
  package let kind: Kind
  /// Bytes, unpacked, as the archive announces them; they are held to it.
  package let size: Int
  /// Whether anybody may run it. Of the mode nothing else is kept.
  package let isExecutable: Bool

  package enum Kind: Sendable {
    case file, directory, link
  }
}

/// Where a member goes.
package struct MemberPlacement: Hashable, Sendable {
  package var path: MemberPath
  package var isExecutable: Bool

  package init(path: MemberPath, isExecutable: Bool) {
    self.path = path
    self.isExecutable = isExecutable
  }

  /// Where the archive itself puts it.
  package init(_ member: ArchiveMember) {
    self.init(path: member.path, isExecutable: member.isExecutable)
  }
}
