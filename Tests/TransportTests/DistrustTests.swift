import Filesystem
import Testing

@testable import Transport

/// What variables of the user name for the client.
@Suite struct DistrustTests {
  @Test func `distrusted users choose no certificates`() {
    let folder = "/protected"
    let variables = ["SSL_CERT_FILE": "/home/me/file", "SSL_CERT_DIR": folder]
    var settings = HTTPSettings(environment: Environment(variables))
    settings.distrustUser { $0.string == folder }
    #expect(settings.certificateFile == nil)
    #expect(settings.certificateFolder == folder)
    #expect(settings.ignoredCertificates == ["/home/me/file"])
    #expect(!settings.usesProxiesWithoutTLS)
  }

  @Test func `distrusted users own no certificates of the system`() {
    var settings = HTTPSettings(environment: Environment([:]))
    settings.distrustUser { _ in true }
    #expect(settings.certificateFile == nil)
    #expect(settings.ignoredCertificates == [])
    guard let file = SystemCertificates.file?.string else { return }
    settings.distrustUser { _ in false }
    #expect(settings.certificateFile == "/dev/null")
    #expect(settings.ignoredCertificates == [file])
    #expect(SystemCertificates.protectedFile { $0.string.hasPrefix("/etc/pki") }.hasSuffix(".crt"))
  }
}
