internal import Diagnostics
internal import Filesystem
package import Manifests
package import SourceKinds
internal import Transport
package import Vocabulary

/// A source of files at addresses that follow a template.
///
/// The template states the address of each version and platform. Which versions exist is read from
/// a page, from the tags of a Git repository, or from the manifest (``VersionListing``).
struct DirectURLSource: ToolSource {
  static let kind: any SourceKind.Type = DirectURLKind.self

  private let transport: SourceTransport

  init(_ access: SourceAccess) { transport = access.transport }

  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage {
    let subject = ProblemSubject(DirectURLKind.self, request)
    let patterns: TagPatterns
    do {
      patterns = try TagPatterns(request.options(DirectURLKind.Key.tag))
    } catch {
      throw subject.error(.own(.badTemplate(DirectURLKind.Key.tag, error)))
    }
    let listing = VersionListing(
      request: request, patterns: patterns, transport: transport, subject: subject)
    return DirectURLPackage(
      request: request, versions: try await listing.versions(), transport: transport,
      subject: subject)
  }
}

extension DirectURLKind: OpenableSourceKind {
  /// Opens the source, which has no address: each tool states its own.
  package static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource {
    DirectURLSource(access)
  }

  /// Returns `nil`, because a `source` statement has no address.
  package static func place(of address: String, _ access: SourceAccess) -> SourcePlace? { nil }

  /// Returns `false`. The address depends on the version and the platform.
  package static func serves(
    _ url: ArtifactURL, for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool {
    false
  }

  /// Returns whether `url` follows the template of `declaration`.
  package static func serves(
    _ url: ArtifactURL, of version: VersionText, on platform: Platform,
    for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool {
    addresses(of: version, for: platform, declaration).contains { address in
      (try? WebAddress(address))?.text == url.text
    }
  }
}

extension SourceTransport {
  /// Returns the address that `text` states.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the address is invalid or its server has no TLS.
  func address(
    _ text: String, _ subject: ProblemSubject
  ) throws(SourceError) -> WebAddress {
    let address: WebAddress
    do {
      address = try WebAddress(text)
    } catch {
      throw subject.error(.declaration(.badAddress(AddressFault(error))))
    }
    if !address.site.isProtected { throw subject.error(unencrypted: address, listedBy: nil) }
    return address
  }

  /// Requests a page that belongs to no package, and returns the result of `read` for the response.
  ///
  /// - Throws: ``SourceError`` if the request or `read` fails.
  func fetchPage<Value>(
    at address: WebAddress, limit: Int, _ subject: ProblemSubject,
    reading read: (ResponseCache.StoredResponse) throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    let cache = ResponseCache(root: root, source: DirectURLKind.name, index: address)
    let query = IndexQuery(
      address: address, accept: "*/*", package: "page", cache: cache, credentials: nil,
      limit: limit)
    do {
      return try await fetchPage(query, subject, reading: read)
    } catch {
      // A missing page does not mean that the package does not exist.
      guard case .problems(let problems) = error,
        case .content(.unknownPackage)? = problems.first?.fault
      else { throw error }
      throw subject.error(.answer(.refused(address: address.text, status: 404, advice: nil)))
    }
  }
}
