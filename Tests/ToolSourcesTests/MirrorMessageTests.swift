import Diagnostics
import Terminal
import Testing
import Vocabulary

/// Tests of the messages for failures of mirrors.
@Suite struct MirrorMessageTests {
  private static let policyLine = PolicyLine(
    path: "/etc/bootstrap/policy", number: 2, text: "mirror-only on")

  @Test(arguments: [
    (
      SourceAnswerFault.refused(address: "https://m.example/a", status: 403, advice: nil),
      """
      m.example responded with status 403 for ruff
        address   https://m.example/a
        mirror of https://files.example/a
        because   access is denied
      """
    ),
    (
      .wrongSize(address: "https://m.example/a", expected: 7, actual: 9),
      """
      a file for ruff differs in size from the one pypi lists
        address   https://m.example/a
        mirror of https://files.example/a
        expected  7 bytes
        actual    9 bytes
      """
    ),
    (
      .loginFailed(
        address: "https://tokens.example/t", registry: "m.example", status: 401,
        reason: "UNAUTHORIZED: wrong password", advice: "add a password"),
      """
      cannot log in to m.example for ruff: the token server responded with status 401
        address   https://tokens.example/t
        mirror of https://files.example/a
        because   it requires a valid user name and password
        reason    UNAUTHORIZED: wrong password
        try       add a password
      """
    ),
    (
      .registryRefused(
        address: "https://m.example/v2/a", status: 403, reason: "DENIED: quota exceeded",
        advice: "add a password"),
      """
      m.example responded with status 403 for ruff
        address   https://m.example/v2/a
        mirror of https://files.example/a
        because   access is denied
        reason    DENIED: quota exceeded
        try       add a password
      """
    ),
    (
      .foreignRealm(address: "https://m.example/a", realm: "tokens.example", nil),
      """
      refused to log in at tokens.example for ruff
        address   https://m.example/a
        mirror of https://files.example/a
        because   the registry names this host for its tokens, but no setting does
        run       bootstrap config set mirror-host tokens.example
      """
    ),
    (
      .foreignRealm(
        address: "https://m.example/a", realm: "tokens.example", Self.policyLine),
      """
      refused to log in at tokens.example for ruff
        address   https://m.example/a
        mirror of https://files.example/a
        because   the registry names this host for its tokens, but the policy does not
        policy    /etc/bootstrap/policy:2: mirror-only on
        try       ask whoever maintains /etc/bootstrap/policy to add `mirror-host tokens.example`
      """
    ),
    (
      .redirect(
        address: "https://m.example/a",
        .foreign(to: "https://storage.example/a", host: "storage.example", Self.policyLine)),
      """
      refused a redirect for ruff
        address   https://m.example/a
        mirror of https://files.example/a
        because   it leads to https://storage.example/a, which is not on a mirror
        policy    /etc/bootstrap/policy:2: mirror-only on
        try       ask whoever maintains /etc/bootstrap/policy to add `mirror-host storage.example`
      """
    ),
    (
      .noTLS(address: "https://m.example/v2/a", host: "m.example", reason: "wrong version number"),
      """
      cannot connect to m.example with TLS
        address   https://m.example/v2/a
        mirror of https://files.example/a
        because   wrong version number
        try       if the registry has no TLS, begin its address with `oci+http://`
      """
    ),
    (
      .unreadable(address: "https://m.example/a", .page),
      """
      the response from m.example for ruff cannot be read
        address   https://m.example/a
        mirror of https://files.example/a
        because   it is a web page, possibly a login page
        try       open the address in a browser to see what responds
      """
    ),
    (
      .helperFailed(
        program: "docker-credential-pass", host: "m.example",
        .failed(line: "the keychain is locked")),
      """
      cannot get the password for m.example from `docker-credential-pass`
        for       ruff
        because   it failed: the keychain is locked
        try       echo m.example | docker-credential-pass get
        or        bootstrap config unset credential-helper m.example
      """
    ),
  ])
  func `a failure of a mirror names the mirror`(fault: SourceAnswerFault, text: String) throws {
    var problem = SourceProblem(
      source: "pypi", tool: ToolName("ruff"), package: "ruff", origin: nil, fault: .answer(fault))
    problem.mirrored = "https://files.example/a"
    let message = try #require(Problem.sources([problem]).messages.first)
    #expect(([message.headline] + message.detailLines).joined(separator: "\n") == text)
  }
}
