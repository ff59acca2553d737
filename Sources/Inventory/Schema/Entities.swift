package import ObjectStore

/// A tool that is or was installed.
package struct ToolRecord: Entity {
  package var id: Identity<ToolRecord> = .unassigned
  /// The name of the tool, of at most 64 characters.
  package var name: String

  package static let schema = Schema<ToolRecord>(
    "tool",
    Property("id", \.id),
    Property("name", \.name, .nonEmpty, .maximumLength(64)),
    make: ToolRecord.init,
    unique: [.on(\.name)])
}

/// An installation: specific content for a version of a tool, with the facts from its receipt.
package struct InstallationRecord: Entity {
  package var id: Identity<InstallationRecord> = .unassigned
  package var tool: Identity<ToolRecord>
  package var version: String
  /// The content id, as it appears in the name of the installation's folder.
  package var content: String
  /// The platform that the artifact is for.
  package var platform: String
  /// The source of the artifact, such as `pypi`.
  package var source: String
  /// The packaging format of the artifact.
  package var format: String
  /// The digest of the artifact.
  package var digest: Digest256
  /// The size of the artifact in bytes.
  package var size: Int
  /// The total size of all files in bytes.
  package var unpackedSize: Int
  /// The time when the installation was recorded.
  package var installed: Timestamp
  /// Whether the install that made the files also made this record. If not, the record was rebuilt
  /// from the receipt, which may have been changed together with the files.
  package var isFromInstall: Bool
  /// The day of the last use, read from the receipt's file, or `nil` if the installation was never
  /// run.
  package var lastUsed: Timestamp?
  /// The time when the installation was moved to the trash, or `nil` if it is in place. The record
  /// is kept as long as the trash contains the files, so that a restored installation can still be
  /// verified.
  package var removed: Timestamp?
  /// The version of the record. Each change increments it, so a command can detect changes by other
  /// commands.
  package var revision: Int64 = 1

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
    Property("from_install", \.isFromInstall),
    Property("last_used", \.lastUsed),
    Property("removed", \.removed),
    .version("revision", \.revision),
    make: InstallationRecord.init,
    unique: [.on(\.tool, \.version, \.content)])
}

/// A folder of an installation that contains files. Storing the path once for all of the folder's
/// files keeps the store small, because paths would otherwise take up most of it.
package struct FolderRecord: Entity {
  package var id: Identity<FolderRecord> = .unassigned
  package var installation: Identity<InstallationRecord>
  /// The path relative to the installation's folder, or empty for that folder itself.
  package var path: String

  package static let schema = Schema<FolderRecord>(
    "folder",
    Property("id", \.id),
    Property(
      "installation", \.installation, references: InstallationRecord.self, onDelete: .cascade),
    Property("path", \.path),
    make: FolderRecord.init,
    unique: [.on(\.installation, \.path)])
}

/// A file of an installation, as it was unpacked.
package struct FileRecord: Entity {
  package var id: Identity<FileRecord> = .unassigned
  package var folder: Identity<FolderRecord>
  /// The name within the folder.
  package var name: String
  /// The size in bytes.
  package var size: Int
  /// The permission bits.
  package var mode: Int
  package var digest: Digest256

  package static let schema = Schema<FileRecord>(
    "file",
    Property("id", \.id),
    Property("folder", \.folder, references: FolderRecord.self, onDelete: .cascade),
    Property("name", \.name, .nonEmpty),
    Property("size", \.size, .atLeast(0)),
    Property("mode", \.mode, .within(0...0o7777)),
    Property("digest", \.digest),
    make: FileRecord.init,
    unique: [.on(\.folder, \.name)])
}

/// A symbolic link of an installation, including the links in its `bin` folder.
package struct LinkRecord: Entity {
  package var id: Identity<LinkRecord> = .unassigned
  package var installation: Identity<InstallationRecord>
  /// The path relative to the installation's folder.
  package var path: String
  /// The text of the link.
  package var target: String

  package static let schema = Schema<LinkRecord>(
    "link",
    Property("id", \.id),
    Property(
      "installation", \.installation, references: InstallationRecord.self, onDelete: .cascade),
    Property("path", \.path, .nonEmpty),
    Property("target", \.target, .nonEmpty),
    make: LinkRecord.init,
    unique: [.on(\.installation, \.path)])
}

/// A download that was installed in addition to the artifact, such as a gem.
package struct PartRecord: Entity {
  package var id: Identity<PartRecord> = .unassigned
  package var installation: Identity<InstallationRecord>
  package var name: String
  package var version: String
  /// The packaging format of the part.
  package var format: String
  /// The digest of the part.
  package var digest: Digest256
  /// The size of the part in bytes.
  package var size: Int

  package static let schema = Schema<PartRecord>(
    "part",
    Property("id", \.id),
    Property(
      "installation", \.installation, references: InstallationRecord.self, onDelete: .cascade),
    Property("name", \.name, .nonEmpty),
    Property("version", \.version, .nonEmpty),
    Property("format", \.format, .nonEmpty),
    Property("digest", \.digest),
    Property("size", \.size, .atLeast(0)),
    make: PartRecord.init,
    unique: [.on(\.installation, \.name, \.version)])
}

/// The way an installation was built from source. Installations that were only unpacked have no
/// build record.
package struct BuildRecord: Entity {
  package var id: Identity<BuildRecord> = .unassigned
  package var installation: Identity<InstallationRecord>
  /// The path that the programs were configured for.
  package var prefix: String
  /// The system that the programs were built on.
  package var system: String

  package static let schema = Schema<BuildRecord>(
    "build",
    Property("id", \.id),
    Property(
      "installation", \.installation, references: InstallationRecord.self, onDelete: .cascade),
    Property("prefix", \.prefix, .nonEmpty),
    Property("system", \.system, .nonEmpty),
    make: BuildRecord.init,
    unique: [.on(\.installation)])
}

/// The Ruby that gems were installed for.
package struct RubyRecord: Entity {
  package var id: Identity<RubyRecord> = .unassigned
  package var build: Identity<BuildRecord>
  /// The version of the binary interface.
  package var abi: String
  package var platform: String
  /// The path of the program.
  package var program: String
  /// The file to which the path resolved.
  package var file: String

  package static let schema = Schema<RubyRecord>(
    "ruby",
    Property("id", \.id),
    Property("build", \.build, references: BuildRecord.self, onDelete: .cascade),
    Property("abi", \.abi, .nonEmpty),
    Property("platform", \.platform, .nonEmpty),
    Property("program", \.program, .nonEmpty),
    Property("file", \.file, .nonEmpty),
    make: RubyRecord.init,
    unique: [.on(\.build)])
}

/// A step of a build.
package struct StepRecord: Entity {
  package var id: Identity<StepRecord> = .unassigned
  package var build: Identity<BuildRecord>
  /// The position of the step, from 0.
  package var position: Int
  /// The command line of the POSIX shell.
  package var command: String

  package static let schema = Schema<StepRecord>(
    "step",
    Property("id", \.id),
    Property("build", \.build, references: BuildRecord.self, onDelete: .cascade),
    Property("position", \.position, .atLeast(0)),
    Property("command", \.command, .nonEmpty),
    make: StepRecord.init,
    unique: [.on(\.build, \.position)])
}

/// An installed tool that the steps of a build could run.
package struct BuildDependencyRecord: Entity {
  package var id: Identity<BuildDependencyRecord> = .unassigned
  package var build: Identity<BuildRecord>
  package var tool: String
  package var version: String
  /// The content id.
  package var content: String

  package static let schema = Schema<BuildDependencyRecord>(
    "build_dependency",
    Property("id", \.id),
    Property("build", \.build, references: BuildRecord.self, onDelete: .cascade),
    Property("tool", \.tool, .nonEmpty),
    Property("version", \.version, .nonEmpty),
    Property("content", \.content, .nonEmpty),
    make: BuildDependencyRecord.init,
    unique: [.on(\.build, \.tool)])
}

/// An executable that an installation provides.
package struct ExecutableRecord: Entity {
  package var id: Identity<ExecutableRecord> = .unassigned
  package var installation: Identity<InstallationRecord>
  package var name: String
  /// The path relative to the installation's folder.
  package var path: String
  /// Whether the Toolfile specifies the path.
  package var isDeclared: Bool

  package static let schema = Schema<ExecutableRecord>(
    "executable",
    Property("id", \.id),
    Property(
      "installation", \.installation, references: InstallationRecord.self, onDelete: .cascade),
    Property("name", \.name, .nonEmpty),
    Property("path", \.path, .nonEmpty),
    Property("declared", \.isDeclared),
    make: ExecutableRecord.init,
    unique: [.on(\.installation, \.name)])
}

/// A project folder for which tools were installed, locked, or pinned. The versions that the
/// project uses are not pruned.
package struct ProjectRecord: Entity {
  package var id: Identity<ProjectRecord> = .unassigned
  /// The path of the folder.
  package var path: String
  /// The time of the last installation, lock, or pin.
  package var seen: Timestamp
  /// The mount point of the folder's file system when the project was recorded, or `nil` if an
  /// older bootstrap recorded the project.
  package var mountPoint: String?
  /// The time when the folder, or every file in it that specifies tools, was first found missing.
  /// `nil` while they are present.
  package var vanished: Timestamp?
  /// The version of the record. Each change increments it, so a command can detect changes by other
  /// commands.
  package var revision: Int64 = 1

  package static let schema = Schema<ProjectRecord>(
    "project",
    Property("id", \.id),
    Property("path", \.path, .nonEmpty),
    Property("seen", \.seen),
    Property("mount_point", \.mountPoint),
    Property("vanished", \.vanished),
    .version("revision", \.revision),
    make: ProjectRecord.init,
    unique: [.on(\.path)])
}

/// A version of a tool that a project's lock or pins specify for this machine's platform.
package struct UseRecord: Entity {
  package var id: Identity<UseRecord> = .unassigned
  package var project: Identity<ProjectRecord>
  package var tool: String
  package var version: String
  /// The content id, or `nil` for a pin without a lock. Any content of the version satisfies such a
  /// pin.
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

/// The result of the last comparison of an installation's files with the installed contents.
package struct VerificationRecord: Entity {
  package var id: Identity<VerificationRecord> = .unassigned
  package var installation: Identity<InstallationRecord>
  /// The time of the comparison.
  package var time: Timestamp
  /// The number of compared files.
  package var files: Int
  /// The number of files and links that differ from the installed contents. Includes added files,
  /// so it can exceed `files`.
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
