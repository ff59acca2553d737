internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import ToolSources
internal import Vocabulary

/// The copies of the attestations that a lock names, in the folder of a project's copies.
///
/// With them, the publishers in a lock can be proved without a network.
struct VendoredAttestations: Sendable {
  private let folder: FilePath
  private let kept: KeptAttestations
  /// The attestations to copy.
  private let wanted: [SHA256Digest]
  /// All attestations that the lock names.
  private let named: Set<SHA256Digest>

  /// Creates the copies, without reading or writing any.
  ///
  /// - Parameters:
  ///   - lock: The lock.
  ///   - platforms: The platforms for whose files to copy the attestations.
  ///   - kept: The attestations to copy from.
  ///   - destination: The folder that receives the copies, in ``VendoredFiles/attestations``.
  init(
    of lock: Lockfile, for platforms: [Platform], from kept: KeptAttestations,
    to destination: FilePath
  ) {
    folder = destination.appending(VendoredFiles.attestations)
    self.kept = kept
    let bundles = lock.tools.flatMap { $0.verification?.bundles ?? [] }
    named = Set(bundles.map(\.digest))
    let isWanted = { (platform: Platform?) in platform.map(platforms.contains) ?? true }
    wanted = Set(bundles.filter { isWanted($0.file.platform) }.map(\.digest))
      .sorted()
  }

  /// The copies after a change.
  struct Outcome: Sendable {
    /// The sizes of the copies in bytes.
    var sizes: [Int] = []
    /// The number of attestations to copy that neither the project nor the root has.
    var missingCount = 0
    /// The number of copies that were deleted, because the lock no longer names them.
    var removedCount = 0
  }

  /// Copies the attestations, and deletes earlier copies that the lock no longer names.
  func fill() throws(FileError) -> Outcome {
    var outcome = Outcome()
    folder.removeAbandonedFiles()
    for digest in wanted {
      guard let text = kept.text(of: digest) else {
        outcome.missingCount += 1
        continue
      }
      try folder.makeDirectories()
      // The digest reveals damaged contents.
      try folder.appending(digest.hexadecimal).replaceContents(with: text, isDurable: false)
      outcome.sizes.append(text.count)
    }
    // Only copies have such names. Other files belong to somebody else.
    for name in try folder.entriesIfPresent() {
      guard let digest = SHA256Digest(hexadecimal: name), !named.contains(digest) else { continue }
      try folder.appending(name).removeFile()
      outcome.removedCount += 1
    }
    return outcome
  }
}
