internal import Vocabulary

/// The content ids of artifacts of a stanza, which take a digest each to compute.
///
/// They follow from the lines of the stanza, so they do not matter when stanzas are compared.
struct KnownContentIDs: Hashable, Sendable {
  private struct Entry {
    let format: ArtifactFormat
    let digest: SHA256Digest
    let platform: Platform
    let id: ContentID
  }

  private var entries: [Entry] = []

  /// Returns the content id of an artifact for `platform`, or `nil` if it is not known.
  ///
  /// - Parameter isPortable: Whether the id is the same on all platforms.
  func id(
    _ format: ArtifactFormat, _ digest: SHA256Digest, for platform: Platform, isPortable: Bool
  ) -> ContentID? {
    for entry in entries
    where (isPortable || entry.platform == platform) && entry.digest == digest
      && entry.format == format
    {
      return entry.id
    }
    return nil
  }

  /// Remembers the content id of an artifact.
  mutating func add(
    _ id: ContentID, _ format: ArtifactFormat, _ digest: SHA256Digest, for platform: Platform
  ) {
    if entries.isEmpty { entries.reserveCapacity(Platform.allCases.count) }
    entries.append(Entry(format: format, digest: digest, platform: platform, id: id))
  }

  /// Forgets the ids, because a line that they depend on has changed.
  mutating func forget() {
    if !entries.isEmpty { entries = [] }
  }

  static func == (left: KnownContentIDs, right: KnownContentIDs) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
