package import Vocabulary

/// An update of a stored page that only grows, as `/versions` does.
///
/// The first request asks only for the bytes after the copy. The response is appended if a digest
/// of the whole page confirms the result. Otherwise, the next request asks for the whole page. This
/// type itself sends nothing:
///
/// ```swift
/// var update = IndexUpdate(of: copy, digest: SHA256.digest)
/// while case .ask(let request) = update.state { try update.receive(await send(request)) }
/// ```
package struct IndexUpdate {
  /// A request for a page.
  package struct Request: Hashable, Sendable {
    /// The offset of the first byte to send, or `nil` to ask for the whole page.
    package let start: Int?

    /// The entity tag of the copy, so that the server can respond that nothing has changed.
    package let etag: String?
  }

  /// A response of the server, with the status 200, 206, 304, or 416.
  package struct Answer: Sendable {
    package let status: Int
    package let etag: String?

    /// The value of the header `Repr-Digest`, or of its predecessor `Digest`.
    package let digest: String?
    package let body: [UInt8]

    /// Creates a response.
    package init(status: Int, etag: String?, digest: String?, body: [UInt8]) {
      self.status = status
      self.etag = etag
      self.digest = digest
      self.body = body
    }
  }

  /// The next step of an update.
  package enum State: Hashable, Sendable {
    /// Send a request.
    case ask(Request)
    /// Nothing is left to do: the copy is current.
    case unchanged
    /// Replace the earlier copy with this one.
    case changed(IndexCopy)
  }

  /// The next step.
  package private(set) var state: State

  private let copy: IndexCopy?
  private let computeDigest: ([UInt8]) -> SHA256Digest

  /// Starts an update.
  ///
  /// - Parameters:
  ///   - copy: The stored copy, or `nil` if there is none.
  ///   - digest: Computes the digest of a page.
  package init(of copy: IndexCopy?, digest: @escaping ([UInt8]) -> SHA256Digest) {
    self.copy = copy
    computeDigest = digest
    // The last byte is requested again, because a range cannot be empty.
    let start = copy.flatMap { $0.bytes.isEmpty ? nil : $0.bytes.count - 1 }
    state = .ask(Request(start: start, etag: copy?.etag))
  }

  /// Receives the response to the latest request.
  ///
  /// - Throws: ``IndexUpdateError`` if the response cannot be used. The copy is then unchanged.
  package mutating func receive(_ answer: Answer) throws(IndexUpdateError) {
    guard case .ask(let request) = state else { return }
    switch answer.status {
    case 200:
      guard isProven(answer.body, by: answer) ?? true else { throw .wrongDigest }
      state = .changed(IndexCopy(bytes: answer.body, etag: answer.validETag))
    case 206:
      guard let copy, request.start != nil else { throw .unexpectedStatus(206) }
      // The first byte repeats the last one of the copy. The digest shows whether the parts fit.
      let bytes = copy.bytes + answer.body.dropFirst()
      if !answer.body.isEmpty, isProven(bytes, by: answer) ?? false {
        state = .changed(IndexCopy(bytes: bytes, etag: answer.validETag))
      } else {
        state = .ask(Request(start: nil, etag: copy.etag))
      }
    case 304:
      guard copy != nil, request.etag != nil else { throw .unexpectedStatus(304) }
      // After a response that contradicts the copy, a response without a digest is not enough.
      state =
        request.start == nil && copy?.bytes.isEmpty == false
        ? .ask(Request(start: nil, etag: nil)) : .unchanged
    case 416:
      guard request.start != nil else { throw .unexpectedStatus(416) }
      state = .ask(Request(start: nil, etag: copy?.etag))
    case let status: throw .unexpectedStatus(status)
    }
  }

  /// Returns whether the digest in a response matches `bytes`, or `nil` if there is no digest.
  private func isProven(_ bytes: [UInt8], by answer: Answer) -> Bool? {
    answer.sha256.map { $0.elementsEqual(computeDigest(bytes).base64.utf8) }
  }
}

/// The reason a response cannot be used.
package enum IndexUpdateError: Error, Hashable, Sendable {
  /// The page does not match the digest that the server states.
  case wrongDigest
  /// The status does not fit the request.
  case unexpectedStatus(Int)
}

extension IndexUpdate.Answer {
  /// The entity tag if it is complete. A truncated tag would match no page.
  fileprivate var validETag: String? {
    guard let etag, !etag.isEmpty, etag.hasSuffix("\"") == etag.contains("\"") else { return nil }
    return etag.filter { $0 == "\"" }.count % 2 == 0 ? etag : nil
  }

  /// The SHA-256 of the page in Base64, or `nil` if the header states none. The header lists
  /// digests of several algorithms (RFC 9530), each between colons. Some servers quote them.
  fileprivate var sha256: ArraySlice<UInt8>? {
    for item in (digest ?? "").utf8.split(separator: UInt8(ascii: ",")) {
      let item = Array(item.drop { $0 == UInt8(ascii: " ") })
      guard let equals = item.firstIndex(of: UInt8(ascii: "=")),
        String(decoding: item[..<equals], as: UTF8.self).lowercased() == "sha-256",
        let mark = item[equals...].dropFirst().first,
        mark == UInt8(ascii: ":") || mark == UInt8(ascii: "\""),
        let end = item.lastIndex(of: mark), end > equals + 1
      else { continue }
      return item[(equals + 2)..<end]
    }
    return nil
  }
}
