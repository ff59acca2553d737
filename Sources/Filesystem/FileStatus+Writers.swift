extension FileStatus {
  /// Whether others than the owner may write: everybody, or a group that is not the owner's private
  /// one.
  package var isWritableByOthers: Bool {
    if permissions & 0o002 != 0 { return true }
    return permissions & 0o020 != 0 && !isGroupPrivate
  }

  /// Whether the group consists of the owner alone, as on systems that give each user a group. Such
  /// a group has the name of the user and no other members, or, if the files of the system do not
  /// list it, the user's number.
  private var isGroupPrivate: Bool {
    guard let fields = Self.entry(of: group, in: "/etc/group") else { return group == owner }
    let user = Self.entry(of: owner, in: "/etc/passwd")?.first
    let members = fields.last?.split(separator: ",") ?? []
    return fields.first == user && members.allSatisfy { $0 == user ?? "" }
  }

  /// Returns the fields of the line for a user or group with this id (passwd(5), group(5)), or
  /// `nil` if the file has none.
  private static func entry(of id: UInt32, in file: FilePath) -> [Substring]? {
    guard let bytes = try? file.contents(limit: 1 << 20) else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count > 3, fields[2] == "\(id)" { return fields }
    }
    return nil
  }
}
