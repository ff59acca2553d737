package import Diagnostics
package import Filesystem
package import Vocabulary

/// A reason a file or page could not be fetched. The addresses never contain credentials.
package enum TransportError: Error, Hashable, Sendable {
  /// libcurl aborted the transfer. If the connection closed during a successful response, the error
  /// is ``cut(address:received:expected:attempts:)`` instead.
  case connection(ConnectionFailure)
  /// The server responded with this HTTP status, which the request does not accept.
  case status(Int, address: WebAddress, attempts: Int)
  /// A registry responded with an error, and states a reason. Status 404 of a file is always
  /// ``status(_:address:attempts:)``.
  case registry(RegistryRefusal)
  /// The server responded with a web page, such as that of a login, instead of what was requested.
  case page(address: WebAddress)
  /// The server rejected the request because the client sent too many. `reset` is the time at which
  /// it may send more, in seconds since 1970, or `nil` if the server does not state it.
  case limited(status: Int, reset: Int64?, address: WebAddress)
  /// A policy line forbids requests to the server of this address. Nothing was sent.
  case forbidden(WebAddress, PolicyLine)
  /// The redirect from `from` is not followed.
  case redirect(RedirectFailure, from: WebAddress)
  /// The response exceeds the caller's limit of `limit` bytes.
  case tooLarge(address: WebAddress, limit: Int)
  /// The connection broke during the transfer, after `received` bytes. `expected` is the size of
  /// the whole response or file, or `nil` if it is unknown.
  case cut(address: WebAddress, received: Int, expected: Int?, attempts: Int)
  /// All transfers together received less than `bytesPerSecond`, averaged over `seconds`.
  case tooSlow(address: WebAddress, bytesPerSecond: Int, seconds: Int, attempts: Int)
  /// The size of the file is wrong. `actual` is the size announced by the server, or the number of
  /// bytes received when it exceeded the expected size.
  case sizeMismatch(address: WebAddress, expected: Int, actual: Int)
  /// The complete file has the wrong digest.
  case digestMismatch(address: WebAddress, expected: SHA256Digest, actual: SHA256Digest)
  /// A rule permits requests only to mirrors, and no mirror serves the address. `asked` are the
  /// addresses of mirrors that responded with status 404.
  case unmirrored(WebAddress, MirrorAuthority, asked: [WebAddress])
  /// The registry that was asked for `address` requires a token from another server, which the user
  /// has not named. The policy line forbids that server, or is `nil` if none does.
  case foreignRealm(WebOrigin, address: WebAddress, PolicyLine?)
  /// The token server at an address, which `registry` has named, responded with this status, and
  /// possibly stated a reason.
  case login(status: Int, RegistryRefusal.Words?, at: WebAddress, registry: WebOrigin)
  /// The credential helper with this name does not provide the credentials for a host.
  case credentialHelper(String, for: WebOrigin, CredentialHelperFault)
  /// The name or value of this header contains a line break or NUL.
  case header(name: String)
  /// The `.netrc` file at this path has the credentials for a request, but somebody else may have
  /// written them.
  case unsafeNetrc(FilePath)
  /// The downloaded file could not be written.
  case file(FileError)
  /// The task was canceled.
  case cancelled
}

extension TransportError {
  /// The address of the failed request, or `nil` if the failure is not one of a request.
  package var address: WebAddress? {
    switch self {
    case .connection(let failure): failure.address
    case .status(_, let address, _), .limited(_, _, let address), .redirect(_, let address),
      .forbidden(let address, _), .tooLarge(let address, _), .cut(let address, _, _, _),
      .tooSlow(let address, _, _, _), .sizeMismatch(let address, _, _),
      .digestMismatch(let address, _, _), .unmirrored(let address, _, _),
      .foreignRealm(_, let address, _), .login(_, _, let address, _),
      .page(let address):
      address
    case .registry(let refusal): refusal.address
    case .header, .unsafeNetrc, .credentialHelper, .file, .cancelled: nil
    }
  }
}

extension TransportError {
  /// The HTTP status that the server responded with, which the request does not accept. `nil` for
  /// any other failure.
  var status: Int? {
    switch self {
    case .status(let status, _, _): status
    case .registry(let refusal): refusal.status
    default: nil
    }
  }
}

/// A reason a redirect is not followed.
package enum RedirectFailure: Error, Hashable, Sendable {
  /// The redirect leads from https to http.
  case insecure(to: WebAddress)
  /// The redirect leads to an address that is not on a mirror, on a host that no rule names. The
  /// policy line forbids the host, or is `nil` if only a setting does.
  case foreign(to: WebAddress, PolicyLine?)
  /// The request exceeded the limit on redirects.
  case tooMany(limit: Int)
  /// The target is not a valid web address.
  case address(WebAddress.Failure)
}
