internal import Filesystem
internal import Layout
internal import Vocabulary

extension Root {
  /// Seals an installation if it was built from source, so that the next shim runs it without this
  /// program (``BuildSeal``). The caller has checked that the installation can run here. An error
  /// is ignored, because the seal only saves time.
  ///
  /// - Parameter installation: The path of the installation, as the shim reaches it.
  func sealBuild(in installation: FilePath) {
    let receipt = (try? installation.appending(Receipt.fileName).status()) ?? nil
    guard let receipt, receipt.isExecutable, isChangeable else { return }
    let subject = BuildSeal.subject(
      installation: PathText(installation.bytes), receipt: receipt.inode)
    let digest = SHA256Digest(of: subject).leading64Bits
    guard let name = BuildSeal.name(ofSubjectWithDigest: digest) else { return }
    let seal = buildSeals.appending(String(decoding: name, as: UTF8.self))
    do throws(FileError) {
      try buildSeals.makeDirectories()
      try seal.replaceContents(with: [], isDurable: false)
    } catch {}
  }
}
