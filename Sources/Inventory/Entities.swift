package import ObjectStore

/// A tool of which something is, or was, installed.
package struct ToolRecord: Entity {
  package var id: Identity<ToolRecord> = .unassigned
  package var name: String

  package static let schema = Schema<ToolRecord>(
    "tool",
    Property("id", \.id),
    Property("name", \.name, .nonEmpty, .maximumLength(64)),
    make: ToolRecord.init,
    unique: [.on(\.name)])
}

/// One installed content of one tool.
package struct InstallationRecord: Entity {
  package var id: Identity<InstallationRecord> = .unassigned
  package var tool: Identity<ToolRecord>
  package var version: String
  /// The 12 digits of the folder's name.
  package var content: String
  package var platform: String
  package var source: String
  package var format: String
  /// Of the artifact.
  package var digest: Digest256
  /// Of the artifact, in bytes.
  package var size: Int
  /// Of all files, in bytes.
  package var unpackedSize: Int
  package var installed: Timestamp

  package static let schema = Schema<InstallationRecord>(
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
    make: InstallationRecord.init,
    unique: [.on(\.tool, \.version, \.content)])
}

/// A file of an installation, as it was unpacked.
package struct FileRecord: Entity {
  package var id: Identity<FileRecord> = .unassigned
  package var installation: Identity<InstallationRecord>
  /// Relative to the installation's folder.
  package var path: String
  /// In bytes.
  package var size: Int
  /// The permission bits.
  package var mode: Int
  package var digest: Digest256

  package static let schema = Schema<FileRecord>(
    "file",
    Property("id", \.id),
    Property(
      "installation", \.installation, references: InstallationRecord.self, onDelete: .cascade),
    Property("path", \.path, .nonEmpty),
    Property("size", \.size, .atLeast(0)),
    Property("mode", \.mode, .within(0...0o7777)),
    Property("digest", \.digest),
    make: FileRecord.init,
    unique: [.on(\.installation, \.path)])
}

/// A command that an installation provides.
package struct ExecutableRecord: Entity {
  package var id: Identity<ExecutableRecord> = .unassigned
  package var installation: Identity<InstallationRecord>
  package var name: String
  /// Relative to the installation's folder.
  package var path: String

  package static let schema = Schema<ExecutableRecord>(
    "executable",
    Property("id", \.id),
    Property(
      "installation", \.installation, references: InstallationRecord.self, onDelete: .cascade),
    Property("name", \.name, .nonEmpty),
    Property("path", \.path, .nonEmpty),
    make: ExecutableRecord.init,
    unique: [.on(\.installation, \.name)],
    indexes: [.on(\.name)])
}

/// A folder that was installed for, locked or pinned: what it names is kept.
package struct ProjectRecord: Entity {
  package var id: Identity<ProjectRecord> = .unassigned
  package var path: String
  /// When it was last installed for, locked or pinned.
  package var seen: Timestamp

  package static let schema = Schema<ProjectRecord>(
    "project",
    Property("id", \.id),
    Property("path", \.path, .nonEmpty),
    Property("seen", \.seen),
    make: ProjectRecord.init,
    unique: [.on(\.path)])
}

/// A version that a project's lock or pins name, for this machine's platform.
package struct UseRecord: Entity {
  package var id: Identity<UseRecord> = .unassigned
  package var project: Identity<ProjectRecord>
  package var tool: String
  package var version: String
  /// The 12 digits. nil for a pin without a lock, which any content of the version answers.
  package var content: String?

  package static let schema = Schema<UseRecord>(
    "use",
    Property("id", \.id),
    Property("project", \.project, references: ProjectRecord.self, onDelete: .cascade),
    Property("tool", \.tool, .nonEmpty),
    Property("version", \.version, .nonEmpty),
    Property("content", \.content),
    make: UseRecord.init,
    unique: [.on(\.project, \.tool)],
    indexes: [.on(\.tool, \.version)])
}

/// How an installation was found when its files were last compared with its receipt.
package struct VerificationRecord: Entity {
  package var id: Identity<VerificationRecord> = .unassigned
  package var installation: Identity<InstallationRecord>
  package var time: Timestamp
  /// How many files there were to compare.
  package var files: Int
  /// How many files and links were not as they must be. One that was added counts too, so there may be more of them than `files`.
  package var damaged: Int

  package static let schema = Schema<VerificationRecord>(
    "verification",
    Property("id", \.id),
    Property(
      "installation", \.installation, references: InstallationRecord.self, onDelete: .cascade),
    Property("time", \.time),
    Property("files", \.files, .atLeast(0)),
    Property("damaged", \.damaged, .atLeast(0)),
    make: VerificationRecord.init,
    unique: [.on(\.installation)])
}
