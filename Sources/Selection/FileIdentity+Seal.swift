package import Filesystem
internal import Vocabulary

extension FileIdentity {
  /// Returns the name of the seal of the lock at `path`, whose folder must be absolute and without
  /// symbolic links.
  package func sealName(of path: FilePath) -> String {
    let digest = SHA256Digest(of: path.parentDirectory.bytes)
    return String(
      decoding: sealName(forSubjectWithDigest: digest.leading64Bits), as: UTF8.self)
  }
}
