package import Diagnostics
package import Filesystem

/// The settings for all requests of a client.
package struct HTTPSettings: Sendable {
  package var userAgent = "bootstrap"
  /// The time limit for establishing a connection: DNS, TCP, and TLS.
  package var connectTimeout: Duration = .seconds(15)
  /// The minimum speed. A transfer that stays below it for `stallSeconds` is aborted.
  package var stallBytesPerSecond = 512
  /// The number of seconds after which a transfer below `stallBytesPerSecond` is aborted.
  package var stallSeconds = 30
  /// The minimum speed of all transfers together, averaged over `speedWindow`; 0 for none.
  ///
  /// All transfers count together because they share the link: on a slow one, each of many is
  /// slower than a hostile server needs to be.
  package var minimumBytesPerSecond = 4000
  /// The time over which the speed is averaged.
  package var speedWindow: Duration = .seconds(60)
  /// The maximum size of a file whose size nobody stated, in bytes.
  package var maximumUnstatedSize = 4_000_000_000
  /// The maximum size of any file, in bytes: the size that an archive may have unpacked.
  package var maximumSize = 32_000_000_000
  /// How long all servers must be silent before `onSilence` is called.
  package var stallNoticeDelay: Duration = .seconds(3)
  /// Receives the silent origins, on another thread. `nil` to ignore silence.
  package var onSilence: (@Sendable ([WebOrigin]) -> Void)?
  package var retries = RetryPolicy()
  /// Returns the policy line that forbids requests to a server, or `nil` if they are allowed.
  /// Also called for redirects. Not called for addresses on the policy's ``mirrors``.
  package var ruleForbidding: @Sendable (WebOrigin) -> PolicyLine? = { _ in nil }
  package var maximumRedirects = 10
  package var maximumConnectionsPerHost = 6
  /// A file of trusted certificates that replaces the system's, or `nil` for the system's.
  package var certificateFile: String?
  /// A folder of trusted certificates, named by hash (openssl-rehash(1)), or `nil` for
  /// the system's.
  package var certificateFolder: String?
  /// The files and folders of certificates that do not count because the user can change them.
  package private(set) var ignoredCertificates: [String] = []
  /// Whether ``certificateFile`` takes the place of the system's, so that no folder counts.
  private(set) var replacesSystemCertificates = false
  /// Whether requests without TLS may go through a proxy, which can change them.
  var usesProxiesWithoutTLS = true
  /// Whether the certificates are the system's.
  var usesSystemCertificates: Bool { certificateFile == nil && certificateFolder == nil }
  /// The user's `.netrc` file, or `nil` to use none.
  package var netrc: NetrcFile?
  /// The rules that replace public addresses with those of mirrors.
  package var mirrors = MirrorRules()
  /// Runs the credential helpers that ``mirrors`` names. If `nil`, no helper is run.
  package var credentialHelper: CredentialHelpers.Run?

  /// Leaves out everything by which the user could answer in the place of a server: proxies for
  /// requests without TLS, and certificates that others than the administrator can change. If the
  /// system's certificates are such, because Homebrew belongs to the user, others of the system
  /// take their place. If there are none, requests with TLS fail.
  ///
  /// - Parameter isProtected: Returns whether only the administrator can change a file or folder.
  package mutating func distrustUser(unless isProtected: (FilePath) -> Bool) {
    usesProxiesWithoutTLS = false
    let paths: [WritableKeyPath<HTTPSettings, String?>] = [\.certificateFile, \.certificateFolder]
    for path in paths {
      guard let stated = self[keyPath: path], !isProtected(FilePath(stated)) else { continue }
      ignoredCertificates.append(stated)
      self[keyPath: path] = nil
    }
    if usesSystemCertificates, let file = SystemCertificates.file, !isProtected(file) {
      ignoredCertificates.append(file.string)
      certificateFile = SystemCertificates.protectedFile(isProtected)
      replacesSystemCertificates = true
    }
  }

  /// Creates a configuration with the certificates that curl(1) would use: `CURL_CA_BUNDLE`,
  /// otherwise `SSL_CERT_DIR` and `SSL_CERT_FILE`. libcurl itself ignores these variables. The
  /// variables `NETRC` and `HOME` determine which `.netrc` file is used.
  package init(environment: Environment) {
    netrc = NetrcFile(environment)
    if let bundle = environment.nonEmpty("CURL_CA_BUNDLE") {
      certificateFile = bundle
    } else {
      certificateFolder = environment.nonEmpty("SSL_CERT_DIR")
      certificateFile = environment.nonEmpty("SSL_CERT_FILE")
    }
  }
}
