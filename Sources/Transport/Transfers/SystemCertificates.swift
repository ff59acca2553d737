internal import CCurl
internal import Filesystem

/// The certificates that the system trusts, where libcurl was built to find them (curl_version_info(3)).
enum SystemCertificates {
  /// Whether a file has them all. A system that has such a file and a folder makes one from the other.
  static let areInOneFile: Bool = {
    guard let info = unsafe curl_version_info(CURLVERSION_SEVENTH)?.pointee,
      unsafe info.age.rawValue >= CURLVERSION_SEVENTH.rawValue, let file = unsafe info.cainfo
    else { return false }
    return FilePath(unsafe String(cString: file)).exists
  }()
}
