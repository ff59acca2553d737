internal import Filesystem
internal import Selection
internal import Transport

extension HelperPrograms {
  /// Returns the user and the password that the credential helper called `name` knows for a server,
  /// or `nil` if it knows none.
  ///
  /// - Parameter server: The host, with its port if that is not the default.
  func login(of name: String, for server: String) -> (user: String, password: String)? {
    reply(
      of: "docker-credential-\(name)", arguments: ["get"], input: Array(server.utf8),
      limit: 1 << 20, CredentialHelpers.reply)
  }
}
