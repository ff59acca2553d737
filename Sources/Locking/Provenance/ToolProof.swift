internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// What the attestations of all files of a tool prove together.
struct ToolProof: Hashable, Sendable {
  private let files: [FileProof]

  /// Creates the proof of a tool that consists of `files`.
  init(_ files: [FileProof]) {
    self.files = files
  }

  /// Returns the `verified` line of the tool: one publisher that all files have in common, with an
  /// attestation of each file. Returns `nil` if there is none. A line about some of the files would
  /// vouch for the others.
  ///
  /// - Parameter previous: The publisher in the previous lock, or `nil`. If several publishers are
  ///   possible, one that continues it is chosen.
  func verification(after previous: VerifiedPublisher?) -> LockedVerification? {
    let common = Set(files.first?.evidence.map(\.publisher) ?? []).filter { publisher in
      files.allSatisfy { file in file.evidence.contains { $0.publisher == publisher } }
    }
    let ordered = common.sorted { $0.description < $1.description }
    let chosen = ordered.first { previous?.isContinued(by: $0) ?? true } ?? ordered.first
    guard let chosen else { return nil }
    return LockedVerification(
      chosen,
      bundles: files.compactMap { file in
        let evidence = file.evidence.first { $0.publisher == chosen }
        return evidence.map { .init(file.file, $0.bundle) }
      })
  }

  /// The reasons the files have no ``verification(after:)``: one for each file that has one,
  /// without duplicates.
  var obstacles: [UnverifiedFile] {
    let isPartial = files.contains { $0.evidence.isEmpty }
    var seen: Set<UnverifiedFile> = []
    return files.compactMap { file in
      if let found = file.evidence.first {
        if isPartial { return nil }
        return UnverifiedFile(
          file.name, because: .noCommonPublisher(found: found.publisher.description))
      }
      return file.obstacle.map { UnverifiedFile(file.name, because: $0) }
    }.filter { seen.insert($0).inserted }
  }

  /// Returns the reasons the attestations in a lock do not prove that `publisher` published the
  /// files.
  func obstacles(to publisher: VerifiedPublisher) -> [UnverifiedFile] {
    var seen: Set<UnverifiedFile> = []
    return files.compactMap { file in
      if file.evidence.contains(where: { $0.publisher == publisher }) { return nil }
      let reason = file.evidence.first.map { found in
        UnverifiedFile.Reason.otherThanLocked(
          found: found.publisher.description, locked: publisher.description)
      }
      let obstacle = file.obstacle == .noAttestation ? nil : file.obstacle
      return UnverifiedFile(file.name, because: reason ?? obstacle ?? .missingAttestation)
    }.filter { seen.insert($0).inserted }
  }

  /// The digests of the attestations that prove something.
  var bundles: Set<SHA256Digest> { Set(files.flatMap { $0.evidence.map(\.bundle) }) }

  /// Whether at least one file has a valid attestation by an unexpected publisher.
  var isByAnother: Bool {
    files.contains { file in
      if case .otherPublisher = file.obstacle { true } else { false }
    }
  }

  /// Whether at least one of the files has an attestation.
  var isAttested: Bool {
    files.contains { !$0.evidence.isEmpty || ![nil, .noAttestation].contains($0.obstacle) }
  }
}
