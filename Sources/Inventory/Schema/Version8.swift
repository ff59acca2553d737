internal import ObjectStore

/// The entities as declared in schema version 8, if they have changed since. Used by the migrations
/// from and to this version. The current entities document the properties.
enum Version8 {
  /// An ``InstallationRecord`` without a revision.
  struct Installation: Entity {
    var id: Identity<Installation> = .unassigned
    var tool: Identity<ToolRecord>
    var version: String
    var content: String
    var platform: String
    var source: String
    var format: String
    var digest: Digest256
    var size: Int
    var unpackedSize: Int
    var installed: Timestamp
    var isFromInstall: Bool
    var lastUsed: Timestamp?
    var removed: Timestamp?

    static let schema = Schema<Installation>(
      "installation",
      Property("id", \.id),
      Property("tool", \.tool, references: ToolRecord.self, onDelete: .cascade),
      Property("version", \.version, .nonEmpty, .maximumLength(128)),
      Property("content", \.content, .nonEmpty),
      Property("platform", \.platform, .nonEmpty),
      Property("source", \.source, .nonEmpty),
      Property("format", \.format, .nonEmpty),
      Property("digest", \.digest),
      Property("size", \.size, .atLeast(0)),
      Property("unpacked_size", \.unpackedSize, .atLeast(0)),
      Property("installed", \.installed),
      Property("from_install", \.isFromInstall),
      Property("last_used", \.lastUsed),
      Property("removed", \.removed),
      make: Installation.init,
      unique: [.on(\.tool, \.version, \.content)])
  }

  /// A ``ProjectRecord`` without a revision.
  struct KnownProject: Entity {
    var id: Identity<KnownProject> = .unassigned
    var path: String
    var seen: Timestamp
    var mountPoint: String?
    var vanished: Timestamp?

    static let schema = Schema<KnownProject>(
      "project",
      Property("id", \.id),
      Property("path", \.path, .nonEmpty),
      Property("seen", \.seen),
      Property("mount_point", \.mountPoint),
      Property("vanished", \.vanished),
      make: KnownProject.init,
      unique: [.on(\.path)])
  }
}
