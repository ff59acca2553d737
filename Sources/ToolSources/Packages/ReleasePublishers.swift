package import Manifests
package import Vocabulary

/// Who published the files of a release, as a source states it.
package struct ReleasePublishers: Hashable, Sendable {
  /// A file, and the publishers that its attestations name.
  package struct File: Hashable, Sendable {
    package let name: String
    /// The publishers, without duplicates. Empty if nobody attests the file.
    package let publishers: [LockedPublisher]

    /// Creates a file.
    package init(_ name: String, by publishers: [LockedPublisher]) {
      self.name = name
      self.publishers = publishers
    }
  }

  /// The files, in the order of their platforms. Files after one without a publisher may be
  /// missing, because they do not matter.
  package let files: [File]
  /// The attestations that came with the publishers, by the digests of the files that they are
  /// about. Empty for a file without any. No attestations were requested for files that are not
  /// listed.
  package let attestations: [SHA256Digest: [PublishedAttestation]]

  /// Creates the publishers of `files`.
  package init(_ files: [File], attestations: [SHA256Digest: [PublishedAttestation]] = [:]) {
    self.files = files
    self.attestations = attestations
  }

  /// Returns the publisher that a lock states for the release: one that all files have in common,
  /// or `nil` if there is none. A line about some of the files would vouch for the others, which
  /// somebody else may have added.
  ///
  /// - Parameter previous: The publisher in the previous lock, or `nil`. If several publishers are
  ///   possible, one that continues it is chosen.
  package func publisher(after previous: LockedPublisher?) -> LockedPublisher? {
    let common = (files.first?.publishers ?? []).filter { publisher in
      files.allSatisfy { $0.publishers.contains(publisher) }
    }
    let ordered = common.sorted { left, right in
      left.isImmutable == right.isImmutable
        ? left.description < right.description : right.isImmutable
    }
    return ordered.first { previous?.isContinued(by: $0) ?? true } ?? ordered.first
  }

  /// Whether some files have a publisher, but no publisher is common to all.
  package var isMixed: Bool {
    publisher(after: nil) == nil && files.contains { !$0.publishers.isEmpty }
  }
}
