package import Diagnostics
package import Filesystem
internal import Gems
package import Manifests
package import Selection
package import SourceKinds
internal import TextSearch
internal import Transport
internal import Vocabulary

/// A compact index of gems. Neither this source nor a lock needs Ruby.
struct GemSource: ToolSource {
  static let kind: any SourceKind.Type = GemKind.self

  /// The index in the Toolfile, or `nil` if the user's settings apply.
  private let declaredIndex: IndexAddress?
  private let indexes: UserIndex<GemKind>
  private let transport: SourceTransport
  private let lists: GemPageLists

  init(_ declaredIndex: IndexAddress?, _ access: SourceAccess) {
    self.declaredIndex = declaredIndex
    indexes = UserIndex.of(access)
    transport = access.transport
    lists = access.shared { GemPageLists() }
  }

  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage {
    let subject = ProblemSubject(GemKind.self, request)
    guard let name = GemName(request.package) else {
      throw subject.error(.declaration(.badOption("package", expected: .packageName)))
    }
    let index = if let declaredIndex { declaredIndex } else { try await indexes.preferred() }
    // A committed Toolfile omits the password, which then comes from the user's settings.
    let credentials = index.credentials ?? indexes.credentials(for: index.address.site)
    let list = list(of: index, credentials)
    let info: GemInfo
    do {
      info = try await page(
        "info/\(name)", index, credentials, limit: GemInfo.maximumByteCount, subject,
        isCurrent: { await list?.confirms($0, of: name) ?? false }
      ) { (bytes) throws(GemIndexError) in
        // Even the page of a gem without versions has a header.
        if bytes.isEmpty { throw .cut(line: 1) }
        return try GemInfo(parsing: bytes)
      }
    } catch {
      throw await addingNames(to: error, similarTo: name, index, credentials, subject)
    }
    let releases = GemReleases(info, for: request.targets)
    if releases.releases.isEmpty { throw subject.error(.content(.noReleases)) }
    let files = GemFiles(index: index, credentials: credentials, transport: transport)
    return GemPackage(request: request, name: name, found: releases, files: files)
  }

  /// Returns the list of an index's pages, or `nil` if the index has no valid address for it.
  private func list(of index: IndexAddress, _ credentials: Credentials?) -> GemPageList? {
    lists.list(of: index) {
      GemPageList(
        of: index, credentials: credentials, cache: cache(of: index), patience: lists.patience,
        transport)
    }
  }

  private func cache(of index: IndexAddress) -> ResponseCache {
    ResponseCache(root: transport.root, source: name, index: index.address)
  }

  /// Fetches and parses a page of the index.
  private func page<Value>(
    _ path: String, _ index: IndexAddress, _ credentials: Credentials?, limit: Int,
    _ subject: ProblemSubject,
    isCurrent: @escaping @Sendable ([UInt8]) async -> Bool = { _ in false },
    reading read: ([UInt8]) throws(GemIndexError) -> Value
  ) async throws(SourceError) -> Value {
    let address: WebAddress
    do {
      address = try index.page(path)
    } catch {
      throw subject.error(.declaration(.badAddress(AddressFault(error))))
    }
    var query = IndexQuery(
      address: address, accept: "text/plain, */*;q=0.1", package: Self.cacheName(of: path),
      cache: cache(of: index), credentials: credentials, limit: limit)
    query.isCurrent = isCurrent
    return try await transport.fetchPage(query, subject) {
      (response) throws(SourceError) -> Value in
      do throws(GemIndexError) {
        return try read(response.body)
      } catch {
        throw subject.error(
          .answer(.unreadable(address: address.text, error.response(response.body.count))))
      }
    }
  }

  /// Returns the name of the file that stores a page. The names of gems are case-sensitive, but a
  /// file system may not be.
  private static func cacheName(of path: String) -> String {
    String(
      path.split(separator: "/").joined(separator: "=").flatMap { character in
        character.isUppercase ? "+\(character.lowercased())" : "\(character)"
      })
  }

  /// Returns the error for a gem that the index lacks, with the names that are similar to its own.
  private func addingNames(
    to error: SourceError, similarTo name: GemName, _ index: IndexAddress,
    _ credentials: Credentials?, _ subject: ProblemSubject
  ) async -> SourceError {
    guard case .problems(let problems) = error,
      case .content(.unknownPackage(_, let address))? = problems.first?.fault
    else { return error }
    let names: [String]
    do {
      names = try await page(
        "names", index, credentials, limit: GemInfo.maximumByteCount, subject
      ) { (bytes) throws(GemIndexError) in
        try GemNames(parsing: bytes).names.map(\.text)
      }
    } catch {
      // Similar names are only advice, so a failure does not matter.
      return SourceError.problems(problems)
    }
    // Comparing a name with all names of a large index would take too long.
    let near = names.filter { other in
      abs(other.utf8.count - name.text.utf8.count) <= 2
        && (other.utf8.first == name.text.utf8.first || other.utf8.last == name.text.utf8.last)
    }
    let similar = nearestNames(to: name.text, in: near)
    return subject.error(.content(.unknownPackage(known: similar, address: address)))
  }
}

extension GemIndexError {
  /// Returns the reason a response of `count` bytes cannot be used.
  fileprivate func response(_ count: Int) -> UnreadableResponse {
    switch self {
    case .notAnIndex: .contentType("text/html")
    case .cut, .tooLong, .lineTooLong: count == 0 ? .empty : .truncated(bytes: count)
    }
  }
}

extension GemKind: OpenableIndexKind {
  package static var noIndex: SourceFault { .noGemIndex }

  package static func setting(
    configured: Located<String>?, _ environment: Environment
  ) -> Located<String>? {
    GemSettings(configured: configured, environment: environment).setting
  }

  /// Returns the first address that a program `gem` reports, or `nil` if there is none. The
  /// variables that name libraries and settings of Ruby are withheld, so that they cannot add code.
  package static func defaultAddress(_ helpers: HelperPrograms) -> String? {
    let withheld = ["RUBYOPT", "RUBYLIB", "GEM_HOME", "GEM_PATH", "BUNDLE_GEMFILE"]
    return helpers.reply(
      of: "gem", arguments: ["sources", "--list"], withholding: withheld, limit: 1 << 16
    ) { output in
      output.split(separator: "\n").first { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
        .map { String($0.trimmingSpace) }
    }
  }

  package static func source(of index: IndexAddress?, _ access: SourceAccess) -> any ToolSource {
    GemSource(index, access)
  }
}
