package import Diagnostics
internal import Filesystem
internal import SourceKinds
package import Transport

/// Native programs in Python wheels, from a simple index (PEP 503, PEP 691), without Python.
///
/// Many programs are published as wheels, ready to run, for every platform and with a
/// digest for each. Only wheels that need no particular Python count. ``WheelLayout``
/// determines what they provide.
struct PyPISource: ToolSource {
  static let kind: any SourceKind.Type = PyPIKind.self

  /// The maximum size of a page in bytes. The longest known page has about 20 MB.
  static let maximumPageSize = 64_000_000

  /// The index in the Toolfile. `nil` if the user's settings apply.
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
      throw subject.error(.badOption("package", expected: .packageName))
    }
    let index = if let declaredIndex { declaredIndex } else { try await indexes.preferred() }
    let address: WebAddress
    do throws(WebAddress.Failure) {
      address = try index.page(of: package)
    } catch {
      throw subject.error(.badAddress(AddressFault(error)))
    }
    // A committed Toolfile names the index without a password. The user's own settings contain it.
    let credentials = index.credentials ?? indexes.credentials(for: index.address.site)
    let query = IndexQuery(
      address: address, accept: Self.accept, package: request.package,
      cache: ResponseCache(root: transport.root, source: name, index: index.address),
      credentials: credentials, limit: Self.maximumPageSize)
    let (page, base) = try await transport.ask(query, subject) {
      (reply) throws(SourceError) -> (IndexPage, WebAddress) in
      do throws(UnreadableAnswer) {
        let page = try IndexPage(reply)
        return (page, page.base(of: reply))
      } catch {
        throw subject.error(.unreadable(address: address.text, error))
      }
    }
    let releases = PyPIReleases(page, of: package)
    if releases.releases.isEmpty { throw subject.error(.noReleases) }
    return PyPIPackage(
      request: request, releases: releases, base: base, source: self,
      credentials: credentials)
  }

  /// Prefers JSON, which includes sizes and times. Every index serves HTML.
  private static let accept = """
    application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1
    """
}

extension PyPIKind: OpenableSourceKind {
  /// Opens the index at `address`, otherwise the user's. Throws if `address` is invalid.
  package static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource {
    let index: IndexAddress? = if let address { try PyPIIndexes.read(address, origin) } else { nil }
    return PyPISource(index, access)
  }

  /// Returns the credentials of the user's index if it is on `site`.
  package static func credentials(for site: WebOrigin, _ access: SourceAccess) -> Credentials? {
    PyPIIndexes.of(access).credentials(for: site)
  }
}

extension IndexPage {
  /// Reads a reply according to its content type. Without a content type, the
  /// first character decides.
  init(_ reply: ResponseCache.StoredResponse) throws(UnreadableAnswer) {
    let type = (reply.contentType ?? "").prefix { $0 != ";" }.trimmingSpace.lowercased()
    switch type {
    case "application/vnd.pypi.simple.v1+json", "application/json":
      try self.init(json: reply.body)
    case "application/vnd.pypi.simple.v1+html", "text/html", "application/xhtml+xml":
      try self.init(html: reply.body)
    case "":
      let isJSON = reply.body.first { $0 > 0x20 } == UInt8(ascii: "{")
      if isJSON { try self.init(json: reply.body) } else { try self.init(html: reply.body) }
    default: throw reply.body.isEmpty ? .empty : .contentType(type)
    }
  }

  /// Returns the base of the relative addresses on the page.
  fileprivate func base(of reply: ResponseCache.StoredResponse) -> WebAddress {
    base.flatMap { try? reply.address.resolving($0) } ?? reply.address
  }
}
