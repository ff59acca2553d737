internal import CPosix

/// Where the releases of bootstrap are published, and who signs them, as far as this program was
/// built with that knowledge. The user's settings `releases` and `release-key` take precedence.
package enum ReleaseOrigin {
  /// The address of the releases, or `nil` if this program is not from a release.
  package static var address: String? { unsafe text(bootstrap_release_address()) }
  /// The public key of minisign, or `nil` if this program is not from a release.
  package static var key: String? { unsafe text(bootstrap_release_key()) }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe String(cString: pointer)
  }
}
