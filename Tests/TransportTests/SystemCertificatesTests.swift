import Filesystem
import LoopbackServer
import Sandboxes
import Testing

@testable import Transport

@Suite struct SystemCertificatesTests {
  @Test func `on macOS, the file of Homebrew is used before that of the system`() throws {
    let scratch = try TemporaryDirectory()
    let folder = scratch.path.string
    #expect(SystemCertificates.knownFile(below: folder) == nil)
    let system = try scratch.file("etc/ssl/cert.pem")
    #expect(SystemCertificates.knownFile(below: folder) == system)
    let homebrew = try scratch.file("opt/homebrew/etc/openssl@3/cert.pem")
    #expect(SystemCertificates.knownFile(below: folder) == homebrew)
    let debian = try scratch.file("etc/ssl/certs/ca-certificates.crt")
    #expect(SystemCertificates.knownFile(below: folder) == debian)
  }

  @Test func `a file of certificates that cannot be read is told from other failures`() async throws
  {
    let server = try LoopbackServer { _ in .answer(204, [], []) }
    let settings = HTTPSettings(environment: Environment(["SSL_CERT_FILE": "/nowhere"]))
    let address = "https" + server.address("/").dropFirst("http".count)
    let failure = await HTTPClient(settings).failure(of: HTTPRequest(try WebAddress(address)))
    guard case .connection(let connection) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(connection.kind == .unreadableCertificates)
    #expect(connection.detail.contains("/nowhere"))
  }
}
