import ObjectStore

/// The state of a recorded file.
enum FileState: Int64, ColumnValue, CaseIterable { case present, changed, missing }

/// A record of a file, with rules, references, and keys.
struct FileRecord: Entity {
  var id: Identity<FileRecord>
  var owner: Identity<Owner>
  var path: String
  var digest: Digest256
  var size: Int64
  var mode: Int32
  var modified: Timestamp
  var verified: Timestamp
  var state: FileState

  static let schema = Schema<FileRecord>(
    "file",
    Property("id", \.id),
    Property("owner", \.owner, references: Owner.self, onDelete: .cascade),
    Property("path", \.path, .nonEmpty, .maximumLength(4096)),
    Property("digest", \.digest),
    Property("size", \.size, .atLeast(0)),
    Property("mode", \.mode, .within(0...0o7777)),
    Property("modified", \.modified),
    Property("verified", \.verified, .atLeast(Timestamp(rawValue: 0))),
    Property("state", \.state, .oneOf(FileState.self)),
    unique: [.on(\.owner, \.path)],
    indexes: [.on(\.state)]
  ) { row throws(StoreError) in
    FileRecord(
      id: try row.next(), owner: try row.next(), path: try row.next(), digest: try row.next(),
      size: try row.next(), mode: try row.next(), modified: try row.next(),
      verified: try row.next(), state: try row.next())
  }

  /// Returns the file with this number. Five hundred consecutive files share an owner.
  static func sample(_ number: Int) -> FileRecord {
    let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0) }
    guard let digest = Digest256(bytes) else { preconditionFailure("32 bytes make a digest") }
    return FileRecord(
      id: .unassigned, owner: Identity(rawValue: Int64(number / 500 + 1)), path: path(number),
      digest: digest, size: Int64(number % 100_000), mode: 0o644,
      modified: Timestamp(secondsSince1970: 1_700_000_000), verified: Timestamp(rawValue: 1),
      state: .present)
  }

  /// Returns a path of about sixty characters, a typical length in an installation.
  static func path(_ number: Int) -> String {
    "lib/python3.11/site-packages/module/subpackage/file-\(1_000_000 + number).py"
  }
}

/// An owner of files.
struct Owner: Entity {
  var id: Identity<Owner> = .unassigned
  var name: String

  static let schema = Schema<Owner>(
    "owner", Property("id", \.id), Property("name", \.name), make: Owner.init)
}

/// A record of a file, without rules and references, in a table named like that of ``FileRecord``.
/// Measurements of statements without rules use it.
struct PlainFile: Entity {
  var id: Identity<PlainFile>
  var owner: Int64
  var path: String
  var digest: Digest256
  var size: Int64
  var mode: Int32
  var modified: Timestamp
  var verified: Timestamp
  var state: FileState

  static let schema = Schema<PlainFile>(
    "file",
    Property("id", \.id), Property("owner", \.owner), Property("path", \.path),
    Property("digest", \.digest), Property("size", \.size), Property("mode", \.mode),
    Property("modified", \.modified), Property("verified", \.verified), Property("state", \.state),
    make: PlainFile.init,
    unique: [.on(\.owner, \.path)],
    indexes: [.on(\.state)])

  /// Creates a record with the values of `file`.
  init(_ file: FileRecord) {
    self.init(
      id: .unassigned, owner: file.owner.rawValue, path: file.path, digest: file.digest,
      size: file.size, mode: file.mode, modified: file.modified, verified: file.verified,
      state: file.state)
  }

  init(
    id: Identity<PlainFile>, owner: Int64, path: String, digest: Digest256, size: Int64,
    mode: Int32, modified: Timestamp, verified: Timestamp, state: FileState
  ) {
    self.id = id
    self.owner = owner
    self.path = path
    self.digest = digest
    self.size = size
    self.mode = mode
    self.modified = modified
    self.verified = verified
    self.state = state
  }
}

/// An entity with a small table. The measurement of opening a store also reads the first object of
/// this table.
struct Setting: Entity {
  var id: Identity<Setting> = .unassigned
  var name: String
  var size: Int64

  static let schema = Schema<Setting>(
    "setting", Property("id", \.id), Property("name", \.name),
    Property("size", \.size, .atLeast(0)), make: Setting.init, unique: [.on(\.name)])
}

/// An entity with a small table for each `Tag`. Opening a database reads its whole schema, and five
/// of these tables make the schema as large as a typical one.
struct Extra<Tag>: Entity {
  var id: Identity<Extra> = .unassigned
  var name: String
  var size: Int64

  static var schema: Schema<Extra> {
    Schema<Extra>(
      "extra_\(Tag.self)", Property("id", \.id), Property("name", \.name),
      Property("size", \.size, .atLeast(0)), make: Extra.init, unique: [.on(\.name)])
  }
}

/// The models of the measurements. Their application id is "benc" in ASCII.
enum Models {
  /// The model with all rules and references.
  static let guarded = Model(
    version: 1, applicationID: 0x6265_6e63,
    entities: [
      Owner.self, FileRecord.self, Setting.self, Extra<Int16>.self, Extra<Int32>.self,
      Extra<Int64>.self, Extra<Bool>.self, Extra<Double>.self,
    ])
  /// The model without rules and references.
  static let plain = Model(
    version: 1, applicationID: 0x6265_6e63, entities: [PlainFile.self])
}
