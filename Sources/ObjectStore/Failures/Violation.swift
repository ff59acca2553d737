/// A violated constraint, with the properties, value, and object at fault.
@usableFromInline
package struct Violation: Equatable, Sendable {
  /// The kind of constraint that was violated.
  @usableFromInline
  package enum Kind: Equatable, Sendable {
    /// The named rule of a property or entity.
    case rule(String)
    /// A unique constraint over `properties`.
    case unique
    /// A reference to an object of the named entity. Either that object does not exist, or the
    /// request would delete it although an object of `entity` still refers to it. The name is empty
    /// if it is unknown.
    case reference(to: String)
    /// A property that requires a value has none.
    case missingValue
    /// A value of a type other than the declared one.
    case type
  }

  /// The kind of the violated constraint.
  package var kind: Kind
  /// The name of the entity that declares the constraint.
  package var entity: String
  /// The names of the properties that the constraint covers. Empty if they are unknown.
  package var properties: [String]
  /// The rejected values, separated by commas and truncated to 80 characters, or `nil` if no value
  /// is at fault.
  package var value: String?
  /// The identity of the object at fault (in a batch, the first one), or `nil` if it has none yet.
  package var identity: Int64?
  /// The number of objects that would violate the constraint if the request had succeeded.
  package var rows: Int
  /// The result code of SQLite.
  package var code: ResultCode

  /// Creates a violation, by default for a single object without an identity.
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

/// A conflict with an object that was changed or deleted since the writer read it.
@usableFromInline
package struct WriteConflict: Equatable, Sendable {
  /// The name of the object's entity.
  package var entity: String
  /// The identity of the object.
  package var identity: Int64
  /// The version that the writer read, or `nil` if the entity declares none.
  package var expected: Int64?
  /// The stored version, or `nil` if the object no longer exists.
  package var found: Int64?

  /// Creates a conflict between the version that the writer read and the stored one.
  package init(entity: String, identity: Int64, expected: Int64?, found: Int64?) {
    self.entity = entity
    self.identity = identity
    self.expected = expected
    self.found = found
  }
}
