/// Which declared rule does not hold, for which property, value and object.
@usableFromInline
package struct Violation: Equatable, Sendable {
  /// What kind of declaration was violated.
  @usableFromInline
  package enum Kind: Equatable, Sendable {
    /// A rule of a property or an entity, by its name.
    case rule(String)
    /// A unique constraint over `properties`.
    case unique
    /// A reference to an object that is not there, or the removal of one that `entity` still refers to.
    case reference(to: String)
    /// A property that must have a value has none.
    case missingValue
    /// A value of another type than declared.
    case type
  }

  package var kind: Kind
  package var entity: String
  package var properties: [String]
  /// The value refused, cut to 80 characters; nil where no single value is at fault.
  package var value: String?
  /// The object at fault; nil for one that has no identity yet.
  package var identity: Int64?
  /// How many objects the request would have left in violation.
  package var rows: Int
  package var code: ResultCode

  package init(
    kind: Kind, entity: String, properties: [String], value: String? = nil,
    identity: Int64? = nil, rows: Int = 1, code: ResultCode
  ) {
    self.kind = kind
    self.entity = entity
    self.properties = properties
    self.value = value
    self.identity = identity
    self.rows = rows
    self.code = code
  }
}

/// An object that was not what its writer had read.
@usableFromInline
package struct WriteConflict: Equatable, Sendable {
  package var entity: String
  package var identity: Int64
  /// The version that the writer had read; nil where the entity has no version column.
  package var expected: Int64?
  /// The version that is stored; nil where the object is gone.
  package var found: Int64?

  package init(entity: String, identity: Int64, expected: Int64?, found: Int64?) {
    self.entity = entity
    self.identity = identity
    self.expected = expected
    self.found = found
  }
}
