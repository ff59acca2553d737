internal import CCurl
internal import Filesystem

/// The certificates that the system trusts, at the location compiled into
/// libcurl (curl_version_info(3)).
enum SystemCertificates {
  /// The file with all certificates, or `nil` if there is none. Systems that have both a file and
  /// a folder generate one from the other.
  private static let file: FilePath? = {
    guard let info = unsafe curl_version_info(CURLVERSION_SEVENTH)?.pointee,
      unsafe info.age.rawValue >= CURLVERSION_SEVENTH.rawValue, let file = unsafe info.cainfo
    else { return nil }
    let path = FilePath(unsafe String(cString: file))
    return path.exists ? path : nil
  }()

  /// Returns whether `chosen` is the file with all system certificates, which makes the
  /// folder redundant.
  ///
  /// - Parameter chosen: The certificate file to use, or `nil` for libcurl's default.
  static func areAll(in chosen: String?) -> Bool {
    guard let file else { return false }
    return chosen.map { FilePath($0) == file } ?? true
  }
}
