internal import Diagnostics
internal import Filesystem
internal import Gems
internal import Transport
internal import Vocabulary

/// The files of an index, with their addresses and metadata.
struct GemFiles: Sendable {
  let index: IndexAddress
  /// The credentials for the index and its files, or `nil` if they need none.
  let credentials: Credentials?
  let transport: SourceTransport

  /// Returns the address of a file.
  func address(of fileName: String) throws(WebAddress.Failure) -> WebAddress {
    try index.page("gems/\(fileName)")
  }

  /// Returns a file with what the index states about it.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the name cannot be part of an address.
  func file(
    named name: String, _ gem: IndexedGem, _ subject: ProblemSubject
  ) throws(SourceError) -> RemoteFile {
    let address: WebAddress
    do {
      address = try self.address(of: name)
    } catch {
      throw subject.error(.declaration(.badAddress(AddressFault(error))))
    }
    return RemoteFile(
      name: name, address: address, hadQuery: false, credentials: credentials, digest: gem.digest,
      size: nil, published: gem.created)
  }

  /// Returns the facts about a gem that a lock records. Reads the metadata, which is usually in the
  /// first bytes of the file, unless the gem was read before.
  ///
  /// - Throws: ``SourceError`` if the gem cannot be read or is not the one that the index lists.
  func facts(
    of file: RemoteFile, _ name: GemName, _ gem: IndexedGem, _ subject: ProblemSubject
  ) async throws(SourceError) -> GemFacts {
    let known = GemFactIndex(transport.root)
    if let digest = file.digest, let facts = known.facts(digest) { return facts }
    let bytes = try await GemBytes(file, transport, subject)
    let text = try await bytes.metadata(of: file, subject)
    let metadata: GemMetadata
    do {
      metadata = try GemMetadata(parsing: text)
    } catch {
      throw subject.error(.own(.unreadableGem(file: file.name, reason: error.reason)))
    }
    guard metadata.name == name, metadata.version == gem.version,
      metadata.platform == gem.platform
    else {
      let states = [metadata.name.text, metadata.version, metadata.platform.text]
      throw subject.error(
        .own(.contradictoryGem(file: file.name, states: states.joined(separator: " "))))
    }
    let facts = GemFacts(
      digest: bytes.measured.digest, size: bytes.measured.size,
      executables: metadata.executables.compactMap { ExecutableName($0) },
      hasExtensions: metadata.hasExtensions)
    if file.digest != nil { known.store(facts) }
    return facts
  }
}

/// The facts about a gem that a lock records.
struct GemFacts: Hashable, Sendable {
  let digest: SHA256Digest
  /// The size of the file in bytes.
  let size: Int
  let executables: [ExecutableName]
  /// Whether installing the gem runs code.
  let hasExtensions: Bool
}

extension GemMetadataError {
  /// The reason in words.
  fileprivate var reason: String {
    switch self {
    case .syntax: "it is not YAML"
    case .field(let field): "`\(field)` is missing, or has an unexpected form"
    case .unsafePath(let field): "`\(field)` names a file outside the gem"
    }
  }
}
