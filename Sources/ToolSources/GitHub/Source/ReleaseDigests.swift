internal import Cryptography
internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Vocabulary

/// The search for the digest of a release's file.
///
/// The server states the digests of newer files. Many releases have a file with digests, too. If
/// both state one, they must agree: somebody who replaced the file may not have been able to change
/// both.
actor ReleaseDigests {
  private let transport: SourceTransport
  private let cache: ResponseCache
  private let server: GitHubServer
  private let subject: ProblemSubject
  /// The texts by address, or `nil` for files that the server does not send.
  private var texts: [WebAddress: Task<Result<ChecksumText?, SourceError>, Never>] = [:]

  init(
    _ transport: SourceTransport, _ cache: ResponseCache, _ server: GitHubServer,
    _ subject: ProblemSubject
  ) {
    self.transport = transport
    self.cache = cache
    self.server = server
    self.subject = subject
  }

  /// A file that may contain the digest of another.
  struct List: Hashable, Sendable {
    let file: ChecksumFile
    let address: WebAddress
    let access: FileAccess
  }

  /// Returns the digest of a file, or `nil` if nobody states it.
  ///
  /// - Parameters:
  ///   - asset: The file.
  ///   - lists: The files that may contain its digest, best first.
  /// - Throws: ``SourceError`` if a list contradicts the server or itself, or if the server states
  ///   no digest and a list cannot be fetched.
  func digest(
    of asset: GitHubAsset, in lists: [List]
  ) async throws(SourceError) -> StatedDigest? {
    var sha512: StatedDigest?
    for list in lists {
      // A SHA-512 digest adds nothing to the server's digest.
      if list.file.isSHA512, asset.digest != nil { continue }
      let text: ChecksumText?
      do {
        text = try await self.text(of: list).get()
      } catch {
        // The list only confirms what the server states.
        if asset.digest != nil, error != .cancelled { continue }
        throw error
      }
      switch text?.digest(of: asset.name, isForOneFile: list.file.isForOneFile) {
      case .digest(.sha256(let listed)):
        if let published = asset.digest, published != listed {
          throw subject.error(
            .own(
              .contradictoryDigests(
                file: asset.name, list: list.file.name, listed: listed, published: published,
                host: server.host)))
        }
        return .sha256(listed)
      case .digest(let listed): sha512 = sha512 ?? listed
      case .contradictory:
        throw subject.error(.own(.severalDigests(file: asset.name, list: list.file.name)))
      case .missing, nil: continue
      }
    }
    return asset.digest.map { .sha256($0) } ?? sha512
  }

  /// Returns the contents of a list, which is fetched once.
  private func text(of list: List) async -> Result<ChecksumText?, SourceError> {
    let address = list.address
    let search =
      texts[address]
      ?? Task { [transport, cache, subject] in
        let query = IndexQuery(
          address: address, accept: list.access.accept ?? "*/*",
          package: "sums-" + SHA256.digest(of: Array(address.text.utf8)).hexadecimal, cache: cache,
          credentials: nil, limit: ChecksumText.maximumSize, headers: list.access.headers)
        do throws(SourceError) {
          return .success(try await transport.fetchPage(query, subject) { ChecksumText($0.body) })
        } catch {
          guard case .problems(let problems) = error,
            case .content(.unknownPackage)? = problems.first?.fault
          else { return .failure(error) }
          return .success(nil)
        }
      }
    texts[address] = search
    return await search.value
  }
}
