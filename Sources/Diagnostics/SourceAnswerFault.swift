/// A reason a source did not respond, or its response cannot be used.
package enum SourceAnswerFault: Hashable, Sendable {
  /// The server cannot be reached.
  case unreachable(address: String, reason: String)
  /// The handshake of TLS with a registry failed. `host` is its host.
  case noTLS(address: String, host: String, reason: String)
  /// Several attempts failed because the server accepted the request, but sent nothing or
  /// stopped sending.
  case stalled(address: String, reason: String)
  /// Several attempts failed because all transfers together received less than `bytesPerSecond`,
  /// averaged over `seconds`.
  case tooSlow(address: String, bytesPerSecond: Int, seconds: Int)
  /// Several attempts failed because the connection closed early. `received` and `expected` are
  /// numbers of bytes. `expected` is `nil` if it is unknown.
  case cut(address: String, received: Int, expected: Int?)
  /// The address has no TLS, and the user's own settings do not name its server. `listedBy` is
  /// the address of the page that lists it, or `nil` if a manifest or lock states it.
  case unencrypted(address: String, listedBy: String?, advice: String?)
  /// The file can be downloaded only with the query in the address that the index lists, but a lock
  /// must not contain a query. `address` omits the query.
  case signedAddress(address: String)
  /// A policy line forbids requests to `host`, the server of the address. Nothing was sent.
  case forbidden(address: String, host: String, PolicyLine)
  /// A rule permits requests only to mirrors, and no mirror serves the address. `asked` are the
  /// addresses of mirrors that do not have the file.
  case unmirrored(address: String, MirrorAuthority, asked: [String])
  /// A registry requires a token from the host `realm`, which the user has not named. The policy
  /// line forbids that host, or is `nil` if none does.
  case foreignRealm(address: String, realm: String, PolicyLine?)
  /// The server that issues the tokens of `registry` responded with this HTTP status. `reason` is
  /// its own, or `nil` if it states none.
  case loginFailed(
    address: String, registry: String, status: Int, reason: String?, advice: String)
  /// A credential helper does not provide the credentials for `host`.
  case helperFailed(program: String, host: String, CredentialHelperFault)
  /// A registry cannot be reached, or the connection to it was lost during an upload.
  case uploadFailed(address: String, reason: String)
  /// The response is a redirect that is not followed.
  case redirect(address: String, RedirectFault)
  /// The server rejected the request with this HTTP status. `advice` is `nil` unless credentials
  /// are required.
  case refused(address: String, status: Int, advice: String?)
  /// A registry rejected the request with this HTTP status. `reason` is its own.
  case registryRefused(address: String, status: Int, reason: String, advice: String)
  /// The response does not have the expected form.
  case unreadable(address: String, UnreadableResponse)
  /// The response is larger than `limit` bytes.
  case tooLarge(address: String, limit: Int)
  /// The size of a fetched file, in bytes, differs from the one in the index.
  case wrongSize(address: String, expected: Int, actual: Int)
  /// The SHA-256 of a fetched file, in hexadecimal, differs from the one in the index.
  case wrongDigest(address: String, expected: String, actual: String)
  /// A registry differs from the one that was locked. The digests are SHA-256 in hexadecimal.
  case registryChanged(address: String, locked: String, found: String)
  /// The file is not an archive of the expected format, or its contents are rejected.
  case unreadableArchive(address: String, ArchiveFault)
  /// `--offline` is set, and the response is not cached.
  case offline(address: String)
  /// `--offline` is set, and the policy line depends on what the index states now.
  case offlineForbidden(address: String, PolicyLine)
  /// A file or folder of the project is missing.
  case noFile(path: String)
  /// The file is outside both the project and the folder of its index, possibly because of a
  /// symbolic link.
  case foreignFile(path: String)
  /// The path leads to a directory, a pipe, or a device instead of a file.
  case irregularFile(path: String)

  /// The exit code of a command that fails with this fault.
  package var exitCode: ExitCode {
    switch self {
    case .forbidden, .offlineForbidden, .unmirrored(_, .policy, _), .foreignRealm(_, _, .some),
      .redirect(_, .foreign(_, _, .some)):
      .notTrusted
    case .wrongSize, .wrongDigest, .unreadableArchive, .registryChanged:
      .corruptArtifact
    case .unreachable, .noTLS, .stalled, .tooSlow, .cut, .unencrypted, .signedAddress, .unmirrored,
      .foreignRealm, .loginFailed, .helperFailed, .uploadFailed, .redirect, .refused,
      .registryRefused, .unreadable, .tooLarge, .offline, .noFile, .foreignFile, .irregularFile:
      .unreachable
    }
  }
}
