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
    #expect(!settings.usesProxiesWithoutTLS)
  }
}
