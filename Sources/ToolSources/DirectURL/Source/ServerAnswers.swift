internal import Transport
internal import Vocabulary

/// Requests that ask servers whether they have files, without transferring the files.
struct ServerAnswers: Sendable {
  private let transport: SourceTransport
  private let subject: ProblemSubject

  /// The maximum number of bytes of a file to receive from a server without support for ranges.
  private static let maximumByteCount = 64 << 10

  init(_ transport: SourceTransport, _ subject: ProblemSubject) {
    self.transport = transport
    self.subject = subject
  }

  /// What a server says about a file.
  enum Answer: Hashable, Sendable {
    /// The file exists. The value is its size in bytes, or `nil` if the server does not state it.
    case present(Int?)
    case missing
  }

  /// Asks about all files at once. Offline, no file has an answer.
  ///
  /// - Throws: The ``SourceError`` of the first file without an answer, which counts neither as
  ///   present nor as missing.
  func answers(
    for addresses: [WebAddress]
  ) async throws(SourceError) -> [WebAddress: Answer] {
    if transport.isOffline { return [:] }
    let results = await withTaskGroup(of: (WebAddress, Result<Answer, SourceError>).self) { group in
      for address in addresses { group.addTask { (address, await result(for: address)) } }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var answers: [WebAddress: Answer] = [:]
    for address in addresses { answers[address] = try results[address]?.get() }
    return answers
  }

  private func result(for address: WebAddress) async -> Result<Answer, SourceError> {
    do throws(SourceError) {
      return .success(try await answer(for: address))
    } catch {
      return .failure(error)
    }
  }

  private func answer(for address: WebAddress) async throws(SourceError) -> Answer {
    do {
      let head = try await transport.client.head(HTTPRequest(address))
      return .present(size(head.contentLength))
    } catch {
      guard case .status(let status, _, _) = error else { throw subject.error(error) }
      if Self.meansMissing(status) { return .missing }
    }
    // Some servers answer only GET requests.
    var request = HTTPRequest(address)
    request.range = .bytes(0...0)
    do {
      let response = try await transport.client.fetch(request, limit: Self.maximumByteCount)
      return .present(
        size(response.status == 206 ? response.head.contentRange?.total : response.body.count))
    } catch {
      switch error {
      case .status(let status, _, _) where Self.meansMissing(status): return .missing
      case .tooLarge: return .present(nil)
      default: throw subject.error(error)
      }
    }
  }

  /// Returns the size, or `nil` if a lock cannot state it.
  private func size(_ stated: Int?) -> Int? {
    stated.flatMap { (1...Artifact.maximumSize).contains($0) ? $0 : nil }
  }

  private static func meansMissing(_ status: Int) -> Bool { status == 404 || status == 410 }
}
