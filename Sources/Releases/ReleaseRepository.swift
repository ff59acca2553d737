package import Cryptography
package import Diagnostics
package import Filesystem
package import Layout
internal import ToolSources
package import Transport
internal import Versions
internal import Vocabulary

/// The place where releases of bootstrap are published: a folder on a server with the index, its
/// signature, and a folder of archives for each release.
package struct ReleaseRepository: Sendable {
  private let address: String
  private let key: SignatureKey
  private let root: Root
  private let client: HTTPClient
  /// Whether nothing may be downloaded.
  package let isOffline: Bool

  /// Creates a repository. Sends no request.
  ///
  /// - Parameters:
  ///   - address: The address of the folder.
  ///   - key: The key that signs the index.
  ///   - root: The root that keeps the newest index so far.
  ///   - client: The client that sends the requests.
  ///   - isOffline: Whether to use the index that was kept, and to download nothing.
  package init(
    _ address: String, key: SignatureKey, root: Root, client: HTTPClient, isOffline: Bool
  ) {
    self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
    self.key = key
    self.root = root
    self.client = client
    self.isOffline = isOffline
  }

  // MARK: The index

  /// Returns the current index.
  ///
  /// - Throws: ``ReleaseProblem/index(address:_:)`` if it is not signed with the key, has another
  ///   form, or is older than the one before, or ``Problem`` if it cannot be fetched or kept.
  package func index() async throws(Problem) -> ReleaseIndex {
    let kept = keptIndex
    if isOffline {
      guard let kept else { throw .release(.offline(address: address(of: "releases"))) }
      return kept
    }
    guard let text = try await fetch("releases", limit: ReleaseIndex.maximumByteCount) else {
      throw Problem(
        subject().error(
          .answer(.refused(address: address(of: "releases"), status: 404, advice: nil))))
    }
    let signatureBytes = try await fetch(
      "releases.minisig", limit: DetachedSignature.maximumByteCount)
    let (index, signature): (ReleaseIndex, DetachedSignature)
    do throws(ReleaseProblem.IndexFault) {
      guard let signatureBytes else { throw .unsigned }
      (index, signature) = try verified(text, signatureBytes)
      if let kept, index.serial < kept.serial {
        throw .outdated(serial: index.serial, seen: kept.serial)
      }
    } catch {
      throw .release(.index(address: address(of: "releases"), error))
    }
    try mappingFileErrors { () throws(FileError) in
      try root.makeDirectory()
      try root.releases.replaceContents(with: Array(signature.text.utf8) + text)
    }
    return index
  }

  /// The newest index so far, which is kept after its signature. `nil` if there is none, or another
  /// key signed it.
  private var keptIndex: ReleaseIndex? {
    let limit = ReleaseIndex.maximumByteCount + DetachedSignature.maximumByteCount
    guard let bytes = try? root.releases.contents(limit: limit) else { return nil }
    let newlines = bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }
    guard let end = newlines.dropFirst(3).first else { return nil }
    return try? verified(Array(bytes[(end + 1)...]), Array(bytes[...end])).0
  }

  /// Returns the index and the signature in `bytes`.
  private func verified(
    _ text: [UInt8], _ bytes: [UInt8]
  ) throws(ReleaseProblem.IndexFault) -> (ReleaseIndex, DetachedSignature) {
    guard let signature = DetachedSignature(bytes) else { throw .badSignatureFile }
    guard signature.keyID == key.id else {
      throw .otherKey(found: signature.keyID, expected: key.id)
    }
    guard key.verifies(signature, of: text) else { throw .wrongSignature }
    return (try ReleaseIndex(text), signature)
  }

  // MARK: Requests

  /// Downloads the archive of a release to a new file.
  ///
  /// - Parameter progress: Receives the number of bytes written so far, on another thread.
  /// - Throws: ``Problem`` if the archive cannot be fetched, or is not the one of the index.
  package func download(
    _ release: ProgramRelease, _ archive: ProgramRelease.Archive, to file: FilePath,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws(Problem) {
    let subject = subject(release.version.spelling)
    if isOffline { throw Problem(subject.error(.answer(.offline(address: address(of: release))))) }
    let request = HTTPRequest(try webAddress(address(of: release)))
    do throws(TransportError) {
      _ = try await client.download(
        request, to: file,
        expecting: ExpectedFile(digest: archive.digest, size: archive.size), progress: progress)
    } catch {
      throw Problem(subject.error(error))
    }
  }

  /// Returns the address of the archive of a release for this platform.
  func address(of release: ProgramRelease) -> String {
    address(of: "\(release.version.spelling)/\(release.archiveName(for: .current)).tar.xz")
  }

  /// Returns a file of the repository, or `nil` if there is none.
  private func fetch(_ name: String, limit: Int) async throws(Problem) -> [UInt8]? {
    let address = try webAddress(address(of: name))
    do throws(TransportError) {
      return try await client.fetch(HTTPRequest(address), limit: limit).body
    } catch {
      if case .status(404, _, _) = error { return nil }
      throw Problem(subject().error(error))
    }
  }

  private func address(of name: String) -> String { "\(address)/\(name)" }

  private func webAddress(_ text: String) throws(Problem) -> WebAddress {
    do throws(WebAddress.Failure) {
      return try WebAddress(text)
    } catch {
      throw Problem(subject().error(.declaration(.badAddress(AddressFault(error)))))
    }
  }

  private func subject(_ version: String? = nil) -> ProblemSubject {
    ProblemSubject(source: "releases", tool: ToolName("bootstrap"), version: version)
  }
}
