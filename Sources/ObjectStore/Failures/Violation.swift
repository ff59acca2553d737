/// A violated declaration, with the property, value and object at fault.
@usableFromInline
package struct Violation: Equatable, Sendable {
  /// The kind of declaration that was violated.
  @usableFromInline
  package enum Kind: Equatable, Sendable {
    /// The rule of a property or entity with this name.
    case rule(String)
    /// A unique constraint over `properties`.
    case unique
    /// A reference to an object that does not exist, or the deletion of one that `entity`
    /// still refers to.
    case reference(to: String)
    /// A required value that is missing.
    case missingValue
    /// A value of a type other than the declared one.
    case type
  }

  package var kind: Kind
  package var entity: String
  package var properties: [String]
  /// The refused value, cut to 80 characters; `nil` if no single value is at fault.
  package var value: String?
  /// The object at fault; `nil` if it has no identity yet.
  package var identity: Int64?
  /// The number of objects that the request would have left in violation.
  package var rows: Int
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
  package var entity: String
  package var identity: Int64
  /// The version that the writer read; `nil` if the entity declares none.
  package var expected: Int64?
  /// The stored version; `nil` if the object no longer exists.
  package var found: Int64?

  /// Creates a conflict from the version that was expected and the one that was found.
  package init(entity: String, identity: Int64, expected: Int64?, found: Int64?) {
    self.entity = entity
    self.identity = identity
    self.expected = expected
    self.found = found
  }
}
