package import Filesystem
internal import Vocabulary

extension FileIdentity {
  /// Returns the name of the seal of the lock of the project in `folder`, which must be absolute
  /// and without symbolic links.
  package func sealName(ofLockIn folder: FilePath) -> String {
    let digest = SHA256Digest(of: folder.bytes)
    return String(
      decoding: sealName(forSubjectWithDigest: digest.leading64Bits), as: UTF8.self)
  }
}
