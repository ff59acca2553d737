internal import Archives
internal import Filesystem
internal import Layout
internal import Manifests
internal import Synchronization

/// The wheel that an installation was unpacked from, where it is kept: it has the last word on what a file must be.
///
/// The digests in a wheel's receipt are those that the wheel says of itself, and nobody has held them to its files. What it holds is
/// beyond doubt: the installation's content id begins its digest.
final class OriginalFiles: Sendable {
  private let artifact: FilePath
  private let digest: SHA256Digest
  /// nil before it was asked for; then nil in it where there is none that can be read.
  private let contents = Mutex<ZipContents??>(nil)

  /// nil for an installation whose digests were all computed when it was unpacked.
  init?(of receipt: Receipt, in root: Root) {
    guard receipt.format == .wheel else { return nil }
    artifact = root.download(receipt.digest)
    digest = receipt.digest
  }

  /// The digest of the file at `path` in the installation's folder, as the artifact holds it. nil where nothing is known.
  func digest(of path: String) -> SHA256Digest? {
    guard let inContent = FilePath(path).relative(to: FilePath(Receipt.contentName)),
      let member = try? MemberPath(inContent.string)
    else { return nil }
    return (try? known?.digest(of: member)) ?? nil
  }

  private var known: ZipContents? {
    contents.withLock { contents in
      if let contents { return contents }
      let found = open()
      contents = .some(found)
      return found
    }
  }

  private func open() -> ZipContents? {
    (try? ZipContents(of: artifact, withDigest: digest)) ?? nil
  }
}
