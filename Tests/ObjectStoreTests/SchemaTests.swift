import Filesystem
import ObjectStore
import Sandboxes
import Testing

/// Tests of the comparison of a store's tables with the declarations, and of what the declarations
/// enforce.
@Suite struct SchemaTests {
  let folder = StoreFolder()

  /// A box, in the shape in which the tests first store it.
  struct Box: Entity, Equatable {
    var id: Identity<Box> = .unassigned
    var label: String
    var count: UInt32 = 3
    static let schema = Schema<Box>(
      "box", Property("id", \.id), Property("label", \.label), Property("count", \.count),
      make: Box.init)
  }

  /// Returns a model of one entity, which the tests store in a table named `box`.
  private func model(_ entity: any Entity.Type, version: Int = 1) -> Model {
    Model(
      version: version, applicationID: 5, entities: [entity],
      migrations: version == 1
        ? [] : [Migration(to: 2) { schema in try schema.conform(to: [entity]) }])
  }

  struct WithProperty: Entity {
    var id: Identity<WithProperty> = .unassigned
    var label: String
    var count: UInt32
    var keep: Int
    static let schema = Schema<WithProperty>(
      "box", Property("id", \.id), Property("label", \.label), Property("count", \.count),
      Property("keep", \.keep), make: WithProperty.init)
  }

  @Test(arguments: Kind.allCases)
  func `a property without a column is an error, not its own name`(kind: Kind) throws {
    let store = try folder.store(kind, model: model(Box.self))
    for number in 1...3 { try store.insert(Box(label: "box \(number)")) }
    #expect(throws: StoreError.self) { try store.fetch(FetchRequest(WithProperty.self)) }
    #expect(throws: StoreError.self) {
      try store.execute(
        BatchDelete(WithProperty.self, where: \.keep != 1, returning: .count))
    }
    #expect(try store.count(FetchRequest(Box.self)) == 3)
  }

  struct WithRule: Entity {
    var id: Identity<WithRule> = .unassigned
    var label: String
    var count: UInt32
    static let schema = Schema<WithRule>(
      "box", Property("id", \.id), Property("label", \.label, .nonEmpty),
      Property("count", \.count), make: WithRule.init)
  }

  struct WithKey: Entity {
    var id: Identity<WithKey> = .unassigned
    var label: String
    var count: UInt32
    static let schema = Schema<WithKey>(
      "box", Property("id", \.id), Property("label", \.label), Property("count", \.count),
      make: WithKey.init, unique: [.on(\.label)])
  }

  struct WithIndex: Entity {
    var id: Identity<WithIndex> = .unassigned
    var label: String
    var count: UInt32
    static let schema = Schema<WithIndex>(
      "box", Property("id", \.id), Property("label", \.label), Property("count", \.count),
      make: WithIndex.init, indexes: [.on(\.label)])
  }

  struct WithReference: Entity {
    var id: Identity<WithReference> = .unassigned
    var label: String
    var count: Identity<WithReference>
    static let schema = Schema<WithReference>(
      "box", Property("id", \.id), Property("label", \.label),
      Property("count", \.count, references: WithReference.self, onDelete: .cascade),
      make: WithReference.init)
  }

  struct WithLongRule: Entity {
    var id: Identity<WithLongRule> = .unassigned
    var label: String
    var count: UInt32
    static let schema = Schema<WithLongRule>(
      "box", Property("id", \.id), Property("label", \.label), Property("count", \.count),
      make: WithLongRule.init, rules: [EntityRule("enough", \.count > 1)])
  }

  /// What a declaration adds to that of ``Box``, and the part of the table that is then missing.
  static let additions: [(entity: any Entity.Type, missing: String)] = [
    (WithProperty.self, "keep integer not null"),
    (
      WithRule.self, "label text not null constraint box.label.nonempty check ( label < > '' )"
    ),
    (WithKey.self, "unique ( label )"),
    (WithIndex.self, "index on box ( label )"),
    (WithReference.self, "count integer not null references box on delete cascade"),
    (WithLongRule.self, "constraint box.enough check ( count > 1 )"),
  ]

  @Test(arguments: additions.indices)
  func `a changed declaration without a new version is rejected`(index: Int) throws {
    try folder.store(model: model(Box.self)).insert(Box(label: "kept"))
    let addition = Self.additions[index]
    let error = #expect(throws: StoreError.self) {
      try folder.store(model: model(addition.entity))
    }
    guard case .schemaMismatch(let mismatch) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(mismatch.missing.contains(addition.missing), "\(mismatch)")
    // The other direction is rejected too: the table has a rule that the declaration lacks.
    let other = StoreFolder()
    _ = try other.store(model: model(addition.entity))
    #expect(throws: StoreError.self) { try other.store(model: model(Box.self)) }
    #expect(try folder.store(model: model(Box.self)).count(FetchRequest(Box.self)) == 1)
  }

  @Test(arguments: [1, 2, 3, 5])
  func `a migration gives a table its rules, keys, and indexes`(index: Int) async throws {
    try folder.store(model: model(Box.self)).insert(Box(label: "kept"))
    let entity = Self.additions[index].entity
    let path = folder.path + "/store.sqlite"
    _ = try await Store.open(.file(path), model: model(entity, version: 2))
    let store = try folder.store(model: model(entity, version: 2))
    #expect(try store.fetch(FetchRequest(Box.self)).map(\.label) == ["kept"])
    #expect(try store.verify() == [])
  }

  @Test func `a migration rejects an object that violates a new rule`() async throws {
    try folder.store(model: model(Box.self)).insert(Box(label: ""))
    let path = folder.path + "/store.sqlite"
    let error = await #expect(throws: StoreError.self) {
      try await Store.open(.file(path), model: model(WithRule.self, version: 2))
    }
    guard case .violation(let violation) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(violation.kind == .rule("nonEmpty"))
    #expect(try folder.store(model: model(Box.self)).count(FetchRequest(Box.self)) == 1)
  }

  @Test func `a migration must add a column before the rules`() async throws {
    try folder.store(model: model(Box.self)).insert(Box(label: "kept"))
    let path = folder.path + "/store.sqlite"
    let error = await #expect(throws: StoreError.self) {
      try await Store.open(.file(path), model: model(WithProperty.self, version: 2))
    }
    guard case .schemaMismatch = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // The spelling, the order, and the defaults of the columns do not matter.
    let added = Model(
      version: 2, applicationID: 5, entities: [WithProperty.self],
      migrations: [
        Migration(to: 2) { schema in
          try schema.execute("ALTER TABLE box ADD COLUMN keep integer DEFAULT (-1) not null")
        }
      ])
    let store = try await Store.open(.file(path), model: added)
    #expect(try store.fetch(FetchRequest(WithProperty.self)).map(\.keep) == [-1])
  }

  @Test func `a migration can throw an error of its own`() async throws {
    struct Refusal: Error {}
    _ = try folder.store(model: model(Box.self))
    let refusing = Model(
      version: 2, applicationID: 5, entities: [Box.self],
      migrations: [Migration(to: 2) { _ in throw Refusal() }])
    await #expect(throws: StoreError.migrationFailed(to: 2, reason: "Refusal()")) {
      try await Store.open(.file(folder.path + "/store.sqlite"), model: refusing)
    }
  }

  struct Narrow: Entity, Equatable {
    var id: Identity<Narrow> = .unassigned
    var small: Int32?
    var count: UInt32
    static let schema = Schema<Narrow>(
      "narrow", Property("id", \.id), Property("small", \.small), Property("count", \.count),
      make: Narrow.init)
  }

  @Test(arguments: Kind.allCases)
  func `a batch cannot store what the type cannot hold`(kind: Kind) throws {
    let store = try folder.store(kind, model: model(Narrow.self))
    for count: UInt32 in [3, 7, .max] { try store.insert(Narrow(small: nil, count: count)) }
    let less = try expectViolation {
      try store.execute(
        BatchUpdate(Narrow.self, returning: .count).setting(\.count, to: \.count - 5))
    }
    #expect(less.kind == .type)
    #expect(less.properties == ["count"])
    #expect(less.value == "-2" && less.rows == 1 && less.identity == 1)
    let more = try expectViolation {
      try store.execute(
        BatchUpdate(Narrow.self, where: \.count > 3, returning: .count)
          .setting(\.count, to: \.count + 5))
    }
    #expect(more.rows == 1 && more.identity == 3)
    #expect(try store.fetch(FetchRequest(Narrow.self)).map(\.count) == [3, 7, .max])
  }

  struct Tagged<Tag: LiteralTag>: Entity {
    var id: Identity<Tagged> = .unassigned
    var text: String
    var number: Double
    static var schema: Schema<Tagged> {
      Schema<Tagged>(
        "note", Property("id", \.id), Property("text", \.text, .oneOf([Tag.text])),
        Property("number", \.number, .within(-.infinity ... .infinity)), make: Tagged.init)
    }
  }

  @Test func `any text and number can be part of a rule`() throws {
    func check<Tag: LiteralTag>(_: Tag.Type) throws {
      let store = try folder.store(.memory, model: model(Tagged<Tag>.self))
      try store.insert(Tagged<Tag>(text: Tag.text, number: -.infinity))
      let violation = try expectViolation {
        try store.insert(Tagged<Tag>(text: Tag.other, number: 1))
      }
      #expect(violation.kind == .rule("oneOf"))
      #expect(try store.fetch(FetchRequest(Tagged<Tag>.self)).map(\.text) == [Tag.text])
    }
    try check(Accent.self)
    try check(NUL.self)
    try check(Injection.self)
  }

  struct Limited: Entity {
    var id: Identity<Limited> = .unassigned
    var name: String?
    static let schema = Schema<Limited>(
      "limited", Property("id", \.id), Property("name", \.name, .maximumLength(3)),
      make: Limited.init)
  }

  @Test(arguments: Kind.allCases)
  func `a rule for a text applies beyond a NUL`(kind: Kind) throws {
    let store = try folder.store(kind, model: model(Limited.self))
    try store.insert(Limited(name: "äöü"))
    try store.insert(Limited(name: nil))
    let long = try expectViolation { try store.insert(Limited(name: "a\0bcdefg")) }
    #expect(long.kind == .rule("maximumLength"))
  }
}

/// The texts of a rule with a literal: the allowed one, and another.
protocol LiteralTag: Sendable {
  static var text: String { get }
  static var other: String { get }
}

enum Accent: LiteralTag {
  static let text = "a quotation mark with an accent: '\u{301}"
  static let other = "'"
}

enum NUL: LiteralTag {
  static let text = "NUL: \0 and more"
  static let other = "NUL: "
}

enum Injection: LiteralTag {
  static let text = "'\u{301}) STRICT; DROP TABLE note; --"
  static let other = "'"
}
