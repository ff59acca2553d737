import Filesystem
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
}
