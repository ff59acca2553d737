internal import ObjectStore

/// The entity that has changed since schema version 9, as declared in that version. Used by the
/// migrations from and to it. The current entity documents the properties.
enum Version9 {
  /// A ``ChangedInstallationRecord`` without an origin.
  struct ChangedInstallation: Entity {
    var id: Identity<ChangedInstallation> = .unassigned
    var change: Identity<ChangeRecord>
    var tool: String
    var version: String
    var content: String
    var isAdded: Bool
    var size: Int

    static let schema = Schema<ChangedInstallation>(
      "changed_installation",
      Property("id", \.id),
      Property("change", \.change, references: ChangeRecord.self, onDelete: .cascade),
      Property("tool", \.tool, .nonEmpty),
      Property("version", \.version, .nonEmpty),
      Property("content", \.content, .nonEmpty),
      Property("added", \.isAdded),
      Property("size", \.size, .atLeast(0)),
      make: ChangedInstallation.init,
      unique: [.on(\.change, \.tool, \.version, \.content)])
  }
}
