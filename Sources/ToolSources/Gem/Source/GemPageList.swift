internal import Gems
internal import Synchronization
internal import Transport
internal import Vocabulary

/// The list of the pages of an index, `/versions`. It shows for all stored pages of gems at once
/// whether they are current.
///
/// The list is requested at most once in a process, and only when the first stored page is about to
/// be used. The cache stores it beside the pages, so that the next process requests only what was
/// added. If the list cannot be used, nothing is reported, and each page is requested as if there
/// were no list.
actor GemPageList {
  /// The maximum size of a response, in bytes.
  ///
  /// The list of a large public index has tens of megabytes, and a user would wait for them to save
  /// a few small requests. Half a megabyte takes 0.4 s at 10 Mbit/s. This is also what 60 pages
  /// take over six connections, at 40 ms for each request. Such a list has 8,000 gems.
  static let maximumByteCount = 512 << 10

  /// The longest time to wait for the list. The pages alone rarely take longer.
  static let patience: Duration = .seconds(2)

  /// The time in seconds for which a list that could not be used is not requested again. Otherwise
  /// each lock would wait for a refusal.
  static let retryInterval: Int64 = 24 * 60 * 60

  private static let page = "versions"
  /// The name of the empty file whose age tells when the list could not be used.
  private static let refusal = "versions-refused"

  private let address: WebAddress
  private let credentials: Credentials?
  private let client: HTTPClient
  private let cache: ResponseCache
  /// The task that fetches the list, shared by all callers.
  private var search: Task<GemVersions?, Never>?

  /// Creates a list that nobody has requested yet. Returns `nil` if its address is invalid.
  init?(
    of index: IndexAddress, credentials: Credentials?, cache: ResponseCache,
    _ transport: SourceTransport
  ) {
    guard let address = try? index.page(Self.page) else { return nil }
    self.address = address
    self.credentials = credentials
    self.cache = cache
    client = transport.client
  }

  /// Returns whether the list says that `page`, the stored page of a gem, is current.
  ///
  /// A new page is not compared with the list. The index may have moved between the two requests,
  /// so a difference proves nothing, and the page is at least as new as what was asked for. If an
  /// outdated server has sent the page, the next process sees the difference and asks again.
  func confirms(_ page: [UInt8], of name: GemName) async -> Bool {
    // All callers wait for the same task, so no caller cancels it. It ends by ``patience``.
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
      group.addTask {
        try? await Task.sleep(for: Self.patience)
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

  /// Parses a list. Refuses one that ends in the middle of a line: a later line about a gem may be
  /// missing, and an earlier one would confirm an old page.
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
    /// The index could not be reached. This may be over soon.
    case unreachable
  }
}

/// The lists of all indexes that a process uses.
final class GemPageLists: Sendable {
  private let lists = Mutex<[WebAddress: GemPageList]>([:])

  /// Returns the list of an index, created with `make` if there is none yet.
  func list(of index: IndexAddress, _ make: () -> GemPageList?) -> GemPageList? {
    lists.withLock { lists in
      let list = lists[index.address] ?? make()
      lists[index.address] = list
      return list
    }
  }
}
