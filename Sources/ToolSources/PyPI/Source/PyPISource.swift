package import Diagnostics
package import Filesystem
package import Manifests
package import Selection
package import SourceKinds
internal import Transport
internal import Vocabulary

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
  let indexes: UserIndex<PyPIKind>
  let transport: SourceTransport

  init(_ declaredIndex: IndexAddress?, _ access: SourceAccess) {
    self.declaredIndex = declaredIndex
    indexes = UserIndex.of(access)
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
        return (page, page.base(of: response, transport.client))
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

extension PyPIKind: OpenableIndexKind {
  package static var noIndex: SourceFault { .noIndex }

  package static func setting(
    configured: Located<String>?, _ environment: Environment
  ) -> Located<String>? {
    PyPISettings(configured: configured, environment: environment).setting
  }

  /// Returns the address that pip reports, or `nil` if no Python has a pip that reports one. Runs
  /// Python isolated (`-I`), so that environment variables, the working directory, and the user's
  /// site-packages cannot add modules.
  package static func defaultAddress(_ helpers: HelperPrograms) -> String? {
    let script = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"
    return helpers.reply(of: "python3", arguments: ["-I", "-c", script], limit: 4096) { output in
      output.split(separator: "\n").first.map(String.init)
    }
  }

  package static func source(of index: IndexAddress?, _ access: SourceAccess) -> any ToolSource {
    PyPISource(index, access)
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
  fileprivate func base(
    of response: ResponseCache.StoredResponse, _ client: HTTPClient
  ) -> WebAddress {
    base.flatMap { try? client.parts(ofReference: $0, onPageAt: response.address).address }
      ?? response.address
  }
}
