package import ObjectStore

/// An entry of a ledger. The amounts of all entries add up to zero in every snapshot.
struct Entry: Entity, Equatable {
  var id: Identity<Entry> = .unassigned
  var title: String
  var amount: Int64 = 0
  var rank: Int64
  var version: Int64 = 1

  static let schema = Schema<Entry>(
    "entry",
    Property("id", \.id), Property("title", \.title, .nonEmpty), Property("amount", \.amount),
    Property("rank", \.rank), .version("version", \.version),
    make: Entry.init, unique: [.on(\.title)], indexes: [.on(\.rank)])

  /// The identity of the last entry that a soak inserts. Its rank exceeds all others.
  static let end = Identity<Entry>(rawValue: 1_000_000)

  /// Returns a new entry with a random rank.
  static func random(_ title: String) -> Entry {
    Entry(title: title, rank: .random(in: 0..<1000))
  }
}

/// The model of a soak.
package enum Ledger {
  /// The model. Its application id is "soak" in ASCII.
  package static let model = Model(
    version: 1, applicationID: 0x736f_616b, entities: [Entry.self])
}
