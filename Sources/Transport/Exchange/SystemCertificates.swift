internal import CCurl
internal import Filesystem

/// The certificates that the system trusts.
///
/// They are at the location that is compiled into libcurl (curl_version_info(3)). The libcurl of a
/// static program has none, because every distribution has another location, and neither has that
/// of Homebrew.
enum SystemCertificates {
  /// Where distributions keep the file with all certificates.
  private static let knownFiles = [
    "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Alpine, Arch, Gentoo
    "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora, Red Hat
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Red Hat without the compatible names
    "/etc/ssl/ca-bundle.pem",  // openSUSE
    "/var/lib/ca-certificates/ca-bundle.pem",  // openSUSE without the compatible names
    "/etc/ssl/certs/ca-bundle.crt",  // NixOS
    // Homebrew, on arm64 and x64. Unlike the file of macOS, this one also has the certificates that
    // an administrator has added to the system's keychain.
    "/opt/homebrew/etc/openssl@3/cert.pem",
    "/usr/local/etc/openssl@3/cert.pem",
    "/etc/ssl/cert.pem",  // BSD, macOS, and Alpine without its package of certificates
  ]

  /// The file with all certificates, or `nil` if there is none. Systems that have both a file and
  /// a folder generate one from the other.
  static let file: FilePath? = {
    if let compiled { return compiled.exists ? compiled : nil }
    return knownFile(below: "")
  }()

  /// Returns the first known file that exists, or `nil` if none does.
  ///
  /// - Parameter folder: The folder that serves as `/`, without a slash at its end.
  static func knownFile(below folder: String) -> FilePath? {
    knownFiles.lazy.map { FilePath(folder + $0) }.first(where: \.exists)
  }

  /// Returns the first known file that only the administrator can change, or an empty one if there
  /// is none.
  ///
  /// - Parameter isProtected: Returns whether only the administrator can change a file.
  static func protectedFile(_ isProtected: (FilePath) -> Bool) -> String {
    knownFiles.first { isProtected(FilePath($0)) } ?? "/dev/null"
  }

  /// The file that is compiled into libcurl, or `nil` if there is none.
  private static let compiled: FilePath? = {
    guard let info = unsafe curl_version_info(CURLVERSION_SEVENTH)?.pointee,
      unsafe info.age.rawValue >= CURLVERSION_SEVENTH.rawValue, let file = unsafe info.cainfo
    else { return nil }
    return FilePath(unsafe String(cString: file))
  }()

  /// The file that libcurl must be told to use, or `nil` if it knows one itself or there is none.
  static var fileToSet: String? { compiled == nil ? file?.string : nil }

  /// Whether the system has no certificates at a known location.
  static var isMissing: Bool { file == nil }

  /// Returns whether `chosen` is the file with all system certificates, which makes the
  /// folder redundant.
  ///
  /// - Parameter chosen: The certificate file to use, or `nil` for libcurl's default.
  static func areAll(in chosen: String?) -> Bool {
    guard let file else { return false }
    return chosen.map { FilePath($0) == file } ?? true
  }
}
