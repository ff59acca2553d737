import ObjectStore
import Synchronization
import Testing

/// A person, in version 1 and in version 2.
private enum Person {
  struct Earlier: Entity {
    var id: Identity<Earlier> = .unassigned
    var name: String
    var friend: Identity<Earlier>?

    static let schema = Schema<Earlier>(
      "person",
      Property("id", \.id),
      Property("name", \.name),
      Property("friend", \.friend, references: Earlier.self, onDelete: .nullify),
      make: Earlier.init)
  }

  struct Current: Entity, Equatable {
    var id: Identity<Current> = .unassigned
    var given: String
    var family: String?
    var friend: Identity<Current>?

    static let schema = Schema<Current>(
      "person",
      Property("id", \.id),
      Property("given", \.given, .nonEmpty),
      Property("family", \.family),
      Property("friend", \.friend, references: Current.self, onDelete: .nullify),
      make: Current.init,
      indexes: [.on(\.given)])
  }

  static let earlier = Model(version: 1, applicationID: 7, entities: [Earlier.self])

  /// The current model. Persons without a name are left out.
  static let current = Model(
    version: 2, applicationID: 7, entities: [Current.self],
    migrations: [
      Migration(to: 2) { schema in
        #expect(try schema.find(Identity<Earlier>(rawValue: 1)) != nil)
        try schema.convert(Earlier.self, to: Current.self) { old in
          if old.name.isEmpty { return nil }
          let names = old.name.split(separator: " ").map(String.init)
          return Current(
            id: Identity(rawValue: old.id.rawValue), given: names.first ?? "",
            family: names.count > 1 ? names.last : nil,
            friend: old.friend.map { Identity(rawValue: $0.rawValue) })
        }
      }
    ])
}

/// Migrations that read and write values of an earlier and of the current shape.
@Suite struct ConversionTests {
  let folder = StoreFolder()
  private var location: Store.Location { .file(folder.path + "/store.sqlite") }

  /// Creates a store of version 1 with these persons, each a friend of the first.
  private func create(_ names: [String]) throws {
    let store = try Store(location, model: Person.earlier)
    let first = Identity<Person.Earlier>(rawValue: 1)
    try store.execute(
      BatchInsert(
        names.enumerated().map {
          Person.Earlier(name: $0.element, friend: $0.offset == 0 ? nil : first)
        }, returning: .status))
  }

  @Test func `a step converts objects and keeps identities and references`() async throws {
    try create(["Ursula K. Le Guin", "Stanisław Lem", "", "Plato"])
    let store = try await Store.open(location, model: Person.current)
    let first = Identity<Person.Current>(rawValue: 1)
    #expect(
      try store.fetch(FetchRequest(Person.Current.self)) == [
        Person.Current(id: first, given: "Ursula", family: "Guin", friend: nil),
        Person.Current(
          id: Identity(rawValue: 2), given: "Stanisław", family: "Lem", friend: first),
        Person.Current(id: Identity(rawValue: 4), given: "Plato", family: nil, friend: first),
      ])
    #expect(try store.verify() == [])
    // The rules of references apply to the new table.
    #expect(try store.delete(first))
    #expect(try store.count(FetchRequest(Person.Current.self, where: .isNil(\.friend))) == 2)
  }

  @Test func `the progress of a conversion is reported`() async throws {
    try create((1...600).map { "Person \($0)" })
    let reports = Mutex<[Migration.Progress]>([])
    _ = try await Store.open(location, model: Person.current) { progress in
      reports.withLock { $0.append(progress) }
    }
    #expect(reports.withLock { $0.map(\.completed) } == [0, 256, 512, 600, 0])
    #expect(reports.withLock { $0.map(\.total) } == [0, 600, 600, 600, 0])
    #expect(reports.withLock { $0.map(\.reached) } == [1, 1, 1, 1, 2])
  }

  @Test func `an object that the new shape refuses keeps the old version`() async throws {
    try create(["Plato", " "])
    let error = await #expect(throws: StoreError.self) {
      try await Store.open(location, model: Person.current)
    }
    guard case .violation(let violation) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(violation.kind == .rule("nonEmpty"))
    let store = try Store(location, model: Person.earlier)
    #expect(try store.fetch(FetchRequest(Person.Earlier.self)).map(\.name) == ["Plato", " "])
  }
}
