/// A reason an address cannot be used.
package enum AddressFault: Error, Hashable, Sendable {
  /// The scheme is neither `http` nor `https`.
  case scheme(String)
  /// The address does not have the form `https://host/path`.
  case incomplete
  /// The address of an index has a query or a fragment.
  case query
  /// The address of a file has a query or a fragment, which may not appear in a lock.
  case queryOfFile
  /// libcurl cannot parse the address; the payload is its error message.
  case malformed(String)
  /// The address is not a `file:` address on this machine.
  case notLocal
  /// The address is neither a path nor a `file:` address on this machine.
  case noPath
  /// This file name cannot be part of an address.
  case fileName(String)
}
