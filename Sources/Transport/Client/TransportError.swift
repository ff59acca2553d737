package import Filesystem
package import Manifests

/// Why something could not be fetched. Addresses in it never hold credentials.
package enum TransportError: Error, Hashable, Sendable {
  /// No answer was had, or it broke off before its first byte.
  case connection(ConnectionFailure)
  /// The server answered, and the answer is no. `status` is HTTP's code.
  case status(Int, address: WebAddress, attempts: Int)
  /// A redirect from `from` that is not followed.
  case redirect(RedirectFailure, from: WebAddress)
  /// The answer is larger than the `limit` bytes that the caller admits.
  case tooLarge(address: WebAddress, limit: Int)
  /// The download broke off. `expected` is nil where neither caller nor server had named a size.
  case cut(address: WebAddress, received: Int, expected: Int?, attempts: Int)
  /// The file has another size than the caller expects; `actual` is what the server said or what had come when it was too much.
  case sizeMismatch(address: WebAddress, expected: Int, actual: Int)
  /// The whole file came, and it is another one.
  case digestMismatch(address: WebAddress, expected: SHA256Digest, actual: SHA256Digest)
  /// A header with this name holds a line break or a NUL, here or in its name.
  case header(name: String)
  /// What was fetched could not be written.
  case file(FileError)
  /// The task was cancelled.
  case cancelled
}

/// A redirect that is not followed.
package enum RedirectFailure: Error, Hashable, Sendable {
  /// It leads from https to http.
  case insecure(to: WebAddress)
  /// It is one more than the limit.
  case tooMany(limit: Int)
  /// It leads to no address of the web.
  case address(WebAddress.Failure)
}
