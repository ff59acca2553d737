internal import Diagnostics
internal import Filesystem
internal import Selection
internal import Transport

extension HelperPrograms {
  /// The maximum run time of a credential helper in seconds, which may ask the user to unlock a
  /// keychain.
  private static let secondsForLogin = 30

  /// Returns the user and the password that the credential helper called `name` knows for a server,
  /// or `nil` if it knows none.
  ///
  /// - Parameter server: The host, with its port if that is not the default.
  func login(
    of name: String, for server: String
  ) -> Result<CredentialHelpers.Login?, CredentialHelperFault> {
    guard let program = all(named: CredentialHelpers.program(named: name)).first else {
      return .failure(.missing)
    }
    do {
      let answer = try ChildProcess.answer(
        of: program, arguments: ["get"], environment: environment, input: Array(server.utf8),
        limit: 1 << 20, seconds: Self.secondsForLogin, standardError: .apart)
      guard let answer else { return .failure(.failed(line: nil)) }
      return CredentialHelpers.login(
        code: answer.code, output: answer.output, errors: answer.errors)
    } catch {
      if error.isTimeout { return .failure(.tooSlow(seconds: Self.secondsForLogin)) }
      return .failure(.notStarted(reason: error.reason))
    }
  }
}
