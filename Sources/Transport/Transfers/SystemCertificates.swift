internal import CCurl
internal import Filesystem

/// The certificates that the system trusts, where libcurl was built to find them (curl_version_info(3)).
enum SystemCertificates {
  /// The file that has them all, where there is one. A system that has such a file and a folder makes one from the other.
  private static let file: FilePath? = {
    guard let info = unsafe curl_version_info(CURLVERSION_SEVENTH)?.pointee,
      unsafe info.age.rawValue >= CURLVERSION_SEVENTH.rawValue, let file = unsafe info.cainfo
    else { return nil }
    let path = FilePath(unsafe String(cString: file))
    return path.exists ? path : nil
  }()

  /// Whether `chosen`, or libcurl's own choice where that is nil, is the file with all of them: then the folder adds nothing.
  static func areAll(in chosen: String?) -> Bool {
    guard let file else { return false }
    return chosen.map { FilePath($0) == file } ?? true
  }
}
