internal import Cryptography
internal import Gems
internal import Synchronization
internal import Transport
internal import Vocabulary

/// The list of an index's pages, `/versions`. A single request for it shows which of the stored gem
/// pages are current.
///
/// Each process requests the list at most once, when it first uses a stored page. The cache stores
/// the list beside the pages, so the next process requests only what was added. If the list cannot
/// be used, no problem is reported, and each page is requested separately.
actor GemPageList {
  /// The maximum size of a response, in bytes.
  ///
  /// The list of a large public index has tens of megabytes. Downloading it would take longer than
  /// the small requests that it saves. Half a megabyte, which is a list of 8,000 gems, takes 0.4 s
  /// at 10 Mbit/s. So do 60 requests of 40 ms each over six connections.
  static let maximumByteCount = 512 << 10

  /// The time in seconds before an unusable list is requested again. Without this pause, every lock
  /// would wait for the list in vain.
  static let retryInterval: Int64 = 24 * 60 * 60

  private static let page = "versions"
  /// The name of an empty file whose modification time is when the list was last unusable.
  private static let refusal = "versions-refused"

  private let address: WebAddress
  private let credentials: Credentials?
  private let client: HTTPClient
  private let cache: ResponseCache
  /// The maximum time to wait for the list.
  private let patience: Duration
  /// The task that fetches the list, shared by all callers.
  private var search: Task<GemVersions?, Never>?

  /// Creates a list without requesting it. Returns `nil` if its address is invalid.
  init?(
    of index: IndexAddress, credentials: Credentials?, cache: ResponseCache, patience: Duration,
    _ transport: SourceTransport
  ) {
    guard let address = try? index.page(Self.page) else { return nil }
    self.address = address
    self.credentials = credentials
    self.cache = cache
    self.patience = patience
    client = transport.client
  }

  /// Returns whether the list confirms that a gem's stored page is current.
  ///
  /// New pages are not compared with the list. The index may have changed between the two requests,
  /// so a difference would prove nothing. If an outdated server sent the page, the next process
  /// detects the difference and requests the page again.
  func confirms(_ page: [UInt8], of name: GemName) async -> Bool {
    // All callers wait for the same task, so none of them cancels it. It ends after `patience`.
    let search = search ?? Task { await fetch() }
    self.search = search
    guard let listed = await search.value?.pageDigest(of: name) else { return false }
    return listed == MD5.hexadecimal(of: page)
  }

  /// Fetches the list. Returns `nil` if it cannot be used.
  private func fetch() async -> GemVersions? {
    if let age = cache.age(of: Self.refusal), 0..<Self.retryInterval ~= age { return nil }
    let result = await withTaskGroup(of: Result<GemVersions, Refusal>.self) { group in
      group.addTask { await outcome { () async throws(Refusal) in try await self.update() } }
      group.addTask { [patience] in
        try? await Task.sleep(for: patience)
        return .failure(.unusable)
      }
      defer { group.cancelAll() }
      return await group.next() ?? .failure(.unreachable)
    }
    switch result {
    case .success(let versions): return versions
    case .failure(.unusable) where !Task.isCancelled:
      cache.store(
        ResponseCache.StoredResponse(address: address, contentType: nil, etag: nil, body: []),
        for: Self.refusal)
      return nil
    case .failure: return nil
    }
  }

  /// Updates the stored list, and returns it.
  private func update() async throws(Refusal) -> GemVersions {
    let stored = cache.reply(for: Self.page, limit: GemVersions.maximumByteCount)
    let copy = stored.map { IndexCopy(bytes: $0.body, etag: $0.etag) }
    var update = IndexUpdate(of: copy, digest: SHA256.digest)
    while case .ask(let request) = update.state {
      let answer = try await send(request)
      do { try update.receive(answer) } catch { throw .unusable }
    }
    guard case .changed(let new) = update.state else {
      guard let copy else { throw .unusable }
      return try Self.versions(copy.bytes)
    }
    let versions = try Self.versions(new.bytes)
    cache.store(
      ResponseCache.StoredResponse(
        address: address, contentType: nil, etag: new.etag, body: new.bytes),
      for: Self.page)
    return versions
  }

  /// Parses a list. Rejects a truncated list, because it may lack the latest line of a gem. An
  /// earlier line would then confirm an outdated page.
  private static func versions(_ bytes: [UInt8]) throws(Refusal) -> GemVersions {
    guard bytes.last == UInt8(ascii: "\n") else { throw .unusable }
    do { return try GemVersions(parsing: bytes) } catch { throw .unusable }
  }

  /// Sends a request for the list or a part of it.
  private func send(_ step: IndexUpdate.Request) async throws(Refusal) -> IndexUpdate.Answer {
    var request = HTTPRequest(address)
    request.accept = "text/plain, */*;q=0.1"
    request.credentials = credentials
    request.range = step.start.map(HTTPRequest.Range.from)
    request.ifNoneMatch = step.etag
    do {
      let response = try await client.fetch(request, limit: Self.maximumByteCount)
      return IndexUpdate.Answer(
        status: response.status, etag: response.head.etag, digest: response.head.digest,
        body: response.body)
    } catch {
      switch error {
      case .status(416, _, _):
        return IndexUpdate.Answer(status: 416, etag: nil, digest: nil, body: [])
      case .connection, .cut, .limited, .cancelled: throw .unreachable
      default: throw .unusable
      }
    }
  }

  /// The reason that a list cannot be used.
  private enum Refusal: Error {
    /// The index has no list, or a list that is too large, too slow, or invalid.
    case unusable
    /// The index could not be reached, which may be temporary.
    case unreachable
  }
}

/// The lists of all indexes that a process uses.
final class GemPageLists: Sendable {
  private let lists = Mutex<[WebAddress: GemPageList]>([:])
  /// The maximum time to wait for a list.
  let patience: Duration

  /// Creates a value without lists.
  ///
  /// - Parameter patience: The maximum time to wait for a list. Requesting the pages separately
  ///   rarely takes longer than the default.
  init(patience: Duration = .seconds(2)) { self.patience = patience }

  /// Returns the list of an index. Calls `make` to create a missing list.
  func list(of index: IndexAddress, _ make: () -> GemPageList?) -> GemPageList? {
    lists.withLock { lists in
      let list = lists[index.address] ?? make()
      lists[index.address] = list
      return list
    }
  }
}
