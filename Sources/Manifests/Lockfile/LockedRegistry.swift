internal import Filesystem
package import Vocabulary

/// A registry that a Toolfile names, with the digest of the content that the lock was made with: a
/// `registry` line of a lock.
///
/// ```
/// registry tools sha256:5d07… ./tools.rb
/// ```
package struct LockedRegistry: Hashable, Sendable {
  /// The name by which `defined` lines refer to the registry. It has the form of a tool name.
  package let name: String
  package let digest: SHA256Digest
  /// The address or path, as the Toolfile states it, but without a user name and password.
  package let address: String

  /// Creates a registry. `name` must have the form of a tool name. Drops a user name and password
  /// in `address`, which an older program may have locked.
  package init(name: String, digest: SHA256Digest, address: String) {
    self.name = name
    self.digest = digest
    self.address = AddressText.withoutCredentials(address)
  }

  /// The fields of the line, after the first word.
  var fields: [String] { [name, digest.description, field(address)] }
}

extension LockLineReader {
  /// Reads the fields of a `registry` line.
  mutating func registry() throws(LockLineError) -> LockedRegistry {
    let name = try required("registry", ToolName.init(_:_:)).text
    let digest = try digest()
    let address = try required("address")
    if address.isEmpty { throw wrong("address", address) }
    let registry = LockedRegistry(name: name, digest: digest, address: text(address))
    try finish()
    return registry
  }
}
