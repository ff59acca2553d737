internal import CShim

/// The seal of an installation that was built from source: an empty file in `shims/.built`.
///
/// Such an installation runs only at the path and on the system that it was built for. The main
/// program compares them, which takes longer than a shim may, and then seals the installation. The
/// name of the seal changes with everything that a copy or another system would change: the path of
/// the installation, the inode of its receipt, and the identity of the system's own file
/// (`shim_system_file`). So a shim need only look whether the seal exists.
package enum BuildSeal {
  /// Returns the bytes whose digest the name contains.
  ///
  /// - Parameters:
  ///   - installation: The path of the installation, as the shim reaches it.
  ///   - receipt: The inode of its receipt.
  package static func subject(installation: PathText, receipt: UInt64) -> [UInt8] {
    let text = installation.appending("/")
    text.append(number: Int(truncatingIfNeeded: receipt & 0x7FFF_FFFF_FFFF_FFFF))
    return text.bytes
  }

  /// Returns the name of the seal, or `nil` if the system has no file to recognize it by.
  ///
  /// - Parameter digest: The first 64 bits of the SHA-256 digest of the subject.
  package static func name(ofSubjectWithDigest digest: UInt64) -> [UInt8]? {
    guard let file = unsafe shim_system_file() else { return nil }
    var status = shim_status()
    guard unsafe shim_status_of(Int32(shim_here), file, &status) == 0 else { return nil }
    return FileIdentity(status).sealName(forSubjectWithDigest: digest)
  }
}
