internal import Diagnostics
internal import Filesystem
package import Manifests
internal import SourceKinds
package import Transport
package import Vocabulary

/// A source of native programs in Python wheels on a simple index (PEP 503, PEP 691). Neither
/// this source nor the programs need Python.
///
/// Many projects publish ready-to-run programs as wheels, for every platform and with a digest
/// for each. Wheels that require a specific Python version are ignored. ``WheelLayout``
/// determines which executables a wheel provides.
struct PyPISource: ToolSource {
  static let kind: any SourceKind.Type = PyPIKind.self

  /// The maximum size of a page in bytes. The largest known page is about 20 MB.
  static let maximumPageSize = 64_000_000

  /// The index in the Toolfile, or `nil` if the user's settings apply.
  private let declaredIndex: IndexAddress?
  let indexes: PyPIIndexes
  let transport: SourceTransport

  init(_ declaredIndex: IndexAddress?, _ access: SourceAccess) {
    self.declaredIndex = declaredIndex
    indexes = PyPIIndexes.of(access)
    transport = access.transport
  }

  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage {
    let subject = ProblemSubject(PyPIKind.self, request)
    guard let package = PackageName(request.package) else {
      throw subject.error(.declaration(.badOption("package", expected: .packageName)))
    }
    let index = if let declaredIndex { declaredIndex } else { try await indexes.preferred() }
    let address: WebAddress
    do {
      address = try index.page(of: package)
    } catch {
      throw subject.error(.declaration(.badAddress(AddressFault(error))))
    }
    // A committed Toolfile omits the password, which then comes from the user's settings.
    let credentials = index.credentials ?? indexes.credentials(for: index.address.site)
    let cache = ResponseCache(root: transport.root, source: name, index: index.address)
    let query = IndexQuery(
      address: address, accept: Self.accept, package: request.package, cache: cache,
      credentials: credentials, limit: Self.maximumPageSize)
    let (page, base) = try await transport.fetchPage(query, subject) {
      (response) throws(SourceError) -> (IndexPage, WebAddress) in
      do throws(UnreadableResponse) {
        let page = try IndexPage(response)
        return (page, page.base(of: response))
      } catch {
        throw subject.error(.answer(.unreadable(address: address.text, error)))
      }
    }
    let releases = PyPIReleases(page, of: package, for: request)
    if releases.releases.isEmpty { throw subject.error(.content(.noReleases)) }
    return PyPIPackage(
      request: request, releases: releases, page: address, base: base, source: self,
      cache: cache, credentials: credentials)
  }

  /// The value of the `Accept` header. JSON is preferred because only JSON includes sizes and
  /// times. HTML is the form that every index serves.
  private static let accept = """
    application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1
    """
}

extension PyPIKind: OpenableSourceKind {
  /// Opens the index at `address`, or the user's index if `address` is `nil`.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if `address` is invalid.
  package static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource {
    let index: IndexAddress? = if let address { try PyPIIndexes.read(address, origin) } else { nil }
    if let index, !PyPIIndexes.of(access).permits(index.address.site) {
      throw .problems([
        SourceProblem(
          source: name, origin: origin,
          fault: .answer(
            .unencrypted(
              address: index.address.text, listedBy: nil, advice: unencryptedAdvice)))
      ])
    }
    return PyPISource(index, access)
  }

  /// Returns the place of an index. A repository contains no index, which is always on a server.
  package static func place(of address: String, _ access: SourceAccess) -> SourcePlace? {
    guard let index = try? IndexAddress(address) else { return nil }
    let own = PyPIIndexes.of(access).configured
    return index.address == own?.address ? .usersOwn : .foreign(index.address.text)
  }

  /// Returns whether `url` is on a server. Indexes list files on any server, so an address does not
  /// show which package a file belongs to.
  package static func serves(
    _ url: ArtifactURL, for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool {
    !url.text.hasPrefix(FileAddress.scheme)
  }

  package static func isUsersOwn(_ site: WebOrigin, _ access: SourceAccess) -> Bool {
    PyPIIndexes.of(access).isUsersOwn(site)
  }

  /// Returns the credentials of the user's index if it is on `site`, otherwise `nil`.
  package static func credentials(for site: WebOrigin, _ access: SourceAccess) -> Credentials? {
    PyPIIndexes.of(access).credentials(for: site)
  }
}

extension IndexPage {
  /// Parses the body of a response according to its content type. Without a content type, a
  /// body that begins with `{` is JSON and any other is HTML.
  ///
  /// - Throws: ``UnreadableResponse`` if the body is not an index page.
  init(_ response: ResponseCache.StoredResponse) throws(UnreadableResponse) {
    let type = (response.contentType ?? "").prefix { $0 != ";" }.trimmingSpace.lowercased()
    switch type {
    case "application/vnd.pypi.simple.v1+json", "application/json":
      try self.init(json: response.body)
    case "application/vnd.pypi.simple.v1+html", "text/html", "application/xhtml+xml":
      try self.init(html: response.body)
    case "":
      let isJSON = response.body.first { $0 > 0x20 } == UInt8(ascii: "{")
      if isJSON { try self.init(json: response.body) } else { try self.init(html: response.body) }
    default: throw response.body.isEmpty ? .empty : .contentType(type)
    }
  }

  /// Returns the address that relative addresses on the page start from.
  fileprivate func base(of response: ResponseCache.StoredResponse) -> WebAddress {
    base.flatMap { try? response.address.resolving($0) } ?? response.address
  }
}
