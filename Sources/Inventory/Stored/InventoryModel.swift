internal import ObjectStore

extension StoreConnection {
  /// The entities that have not changed since schema version 5.
  private static let unchangedEntities: [any Entity.Type] = [
    ToolRecord.self, FolderRecord.self, FileRecord.self, LinkRecord.self, PartRecord.self,
    ExecutableRecord.self, UseRecord.self, VerificationRecord.self,
  ]

  /// The entities of the store.
  private static let entities =
    unchangedEntities + [
      InstallationRecord.self, ProjectRecord.self, BuildRecord.self, StepRecord.self,
      BuildDependencyRecord.self, RubyRecord.self, ChangeRecord.self,
      ChangedInstallationRecord.self,
    ]

  /// The model of the store. The application id is "btsp" in ASCII.
  static let model = Model(
    version: 10, applicationID: 0x6274_7370, entities: entities,
    migrations: [
      Migration(to: 2) { schema throws(StoreError) in try schema.create(VerificationRecord.self) },
      Migration(to: 3) { schema throws(StoreError) in try schema.execute(forgetOutdatedIDs) },
      Migration(to: 4) { schema throws(StoreError) in
        try schema.execute(addOrigins)
        try schema.create(LinkRecord.self)
        try schema.create(PartRecord.self)
      },
      Migration(to: 5) { schema throws(StoreError) in
        try schema.execute(addTimes)
        try schema.create(FolderRecord.self)
        try schema.create(FileRecord.self)
        try schema.execute(moveFiles)
        // The rules of a maximum length have changed, and earlier steps did not add every rule.
        try schema.conform(
          to: unchangedEntities + [Version8.Installation.self, Version8.KnownProject.self])
      },
      Migration(to: 6) { schema throws(StoreError) in
        try schema.create(BuildRecord.self)
        try schema.create(StepRecord.self)
      },
      Migration(to: 7) { schema throws(StoreError) in
        try schema.create(BuildDependencyRecord.self)
      },
      Migration(to: 8) { schema throws(StoreError) in
        try schema.create(RubyRecord.self)
        try schema.create(ChangeRecord.self)
        try schema.create(Version9.ChangedInstallation.self)
      },
      Migration(to: 9) { schema in
        try schema.convert(Version8.Installation.self, to: InstallationRecord.self) { old in
          InstallationRecord(
            id: Identity(rawValue: old.id.rawValue), tool: old.tool, version: old.version,
            content: old.content, platform: old.platform, source: old.source, format: old.format,
            digest: old.digest, size: old.size, unpackedSize: old.unpackedSize,
            installed: old.installed, isFromInstall: old.isFromInstall, lastUsed: old.lastUsed,
            removed: old.removed)
        }
        try schema.convert(Version8.KnownProject.self, to: ProjectRecord.self) { old in
          ProjectRecord(
            id: Identity(rawValue: old.id.rawValue), path: old.path, seen: old.seen,
            mountPoint: old.mountPoint, vanished: old.vanished)
        }
      },
      Migration(to: 10) { schema in
        try schema.convert(
          Version9.ChangedInstallation.self, to: ChangedInstallationRecord.self
        ) { old in
          ChangedInstallationRecord(
            id: Identity(rawValue: old.id.rawValue), change: old.change, tool: old.tool,
            version: old.version, content: old.content, isAdded: old.isAdded, size: old.size)
        }
      },
    ])

  /// The SQL text that removes the records of installations with content ids of the outdated length
  /// of 12 digits. A project that is recorded as using such an installation is then recorded as
  /// using that version, without a content id.
  private static let forgetOutdatedIDs =
    ["file", "executable", "verification"].map {
      """
      DELETE FROM "\($0)" WHERE installation IN
        (SELECT id FROM installation WHERE length(content) = 12);
      """
    }.joined() + """
      DELETE FROM installation WHERE length(content) = 12;
      UPDATE "use" SET content = NULL WHERE length(content) = 12;
      """

  /// The SQL text that adds the columns of schema version 4. Earlier versions did not record
  /// whether an installation was recorded by its install, so no earlier record counts as such.
  private static let addOrigins = """
    ALTER TABLE installation ADD COLUMN from_install INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE executable ADD COLUMN declared INTEGER NOT NULL DEFAULT 0;
    """

  /// The SQL text that adds the columns of schema version 5, sets the files aside, and removes an
  /// index that no query uses: routes tell which tools provide an executable.
  private static let addTimes = """
    ALTER TABLE installation ADD COLUMN last_used INTEGER;
    ALTER TABLE installation ADD COLUMN removed INTEGER;
    ALTER TABLE project ADD COLUMN mount_point TEXT;
    ALTER TABLE project ADD COLUMN vanished INTEGER;
    ALTER TABLE file RENAME TO old_file;
    DROP INDEX executable_name_0;
    """

  /// The SQL text that divides each file's path into a folder, which files then share, and a name.
  /// The inner `rtrim` removes all characters but slashes from the end of the path.
  private static let moveFiles = """
    INSERT INTO folder (installation, path)
      SELECT DISTINCT installation, rtrim(rtrim(path, replace(path, '/', '')), '/') FROM old_file;
    INSERT INTO file (id, folder, name, size, mode, digest)
      SELECT old_file.id, folder.id,
        substr(old_file.path, length(rtrim(old_file.path, replace(old_file.path, '/', ''))) + 1),
        size, mode, digest
      FROM old_file JOIN folder ON folder.installation = old_file.installation
        AND folder.path = rtrim(rtrim(old_file.path, replace(old_file.path, '/', '')), '/');
    DROP TABLE old_file;
    """
}
