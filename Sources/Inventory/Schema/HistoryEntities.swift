package import ObjectStore

/// A change to the installations that one command made.
package struct ChangeRecord: Entity {
  package var id: Identity<ChangeRecord> = .unassigned
  package var time: Timestamp
  /// The name of the command, such as `install`.
  package var command: String
  /// The path of the folder for which the command ran, or `nil` if it concerned the whole root.
  package var project: String?

  package static let schema = Schema<ChangeRecord>(
    "change",
    Property("id", \.id),
    Property("time", \.time),
    Property("command", \.command, .nonEmpty),
    Property("project", \.project),
    make: ChangeRecord.init)
}

/// An installation that a change added or removed.
///
/// The record does not refer to the installation's record, which is deleted with the installation.
package struct ChangedInstallationRecord: Entity {
  package var id: Identity<ChangedInstallationRecord> = .unassigned
  package var change: Identity<ChangeRecord>
  package var tool: String
  package var version: String
  /// The content id.
  package var content: String
  /// Whether the change added the installation rather than removed it.
  package var isAdded: Bool
  /// The total size of all files in bytes.
  package var size: Int
  /// The text of the receipt without files and links, if the change removed the installation. `nil`
  /// if the receipt is unknown.
  package var origin: String?

  package static let schema = Schema<ChangedInstallationRecord>(
    "changed_installation",
    Property("id", \.id),
    Property("change", \.change, references: ChangeRecord.self, onDelete: .cascade),
    Property("tool", \.tool, .nonEmpty),
    Property("version", \.version, .nonEmpty),
    Property("content", \.content, .nonEmpty),
    Property("added", \.isAdded),
    Property("size", \.size, .atLeast(0)),
    Property("origin", \.origin),
    make: ChangedInstallationRecord.init,
    unique: [.on(\.change, \.tool, \.version, \.content)])
}
