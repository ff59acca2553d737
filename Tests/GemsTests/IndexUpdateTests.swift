import Corpora
import Testing
import Vocabulary

@testable import Gems

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The requests and responses with which Bundler updates a page, and what a strict client does.
@Suite(.enabled(if: Corpora.has("gems"), Comment(rawValue: Corpora.absence)))
struct IndexUpdateTests {
  private struct Entry: Decodable {
    struct Exchange: Decodable {
      struct Response: Decodable {
        let status: Int
        let headers: [String: String]
        let body: String
      }
      let request_headers: [String: String]
      let response: Response
    }
    struct Reference: Decodable {
      let ok: Bool
      let file_after: String?
      let etag_after: String?
    }
    let id: String
    let local_file: String?
    let local_etag: String?
    let exchanges: [Exchange]
    let reference: Reference
  }

  @Test func `a page is updated as a strict program does`() throws {
    let cases: [Entry] = try CompactIndexCase.all("updater")
    for entry in cases {
      let copy = entry.local_file.map {
        IndexCopy(
          bytes: Array($0.utf8), etag: entry.local_etag.map { "\"\($0.filter { !$0.isNewline })\"" }
        )
      }
      var update = IndexUpdate(of: copy) { SHA256Digest(of: $0) }
      var error: IndexUpdateError?
      for exchange in entry.exchanges {
        guard case .ask(let request) = update.state else {
          Issue.record("\(entry.id) is finished early")
          break
        }
        #expect(
          request.start.map { "bytes=\($0)-" } == exchange.request_headers["Range"], "\(entry.id)")
        #expect(request.etag == exchange.request_headers["If-None-Match"], "\(entry.id)")
        let headers = exchange.response.headers
        do throws(IndexUpdateError) {
          try update.receive(
            IndexUpdate.Answer(
              status: exchange.response.status, etag: headers["ETag"],
              digest: headers["Repr-Digest"] ?? headers["Digest"],
              body: Array(exchange.response.body.utf8)))
        } catch let caught {
          error = caught
        }
      }
      check(entry, update.state, error, copy)
    }
    print("conformance: updates of pages: \(cases.count) cases ran")
  }

  private func check(
    _ entry: Entry, _ state: IndexUpdate.State, _ error: IndexUpdateError?, _ copy: IndexCopy?
  ) {
    switch entry.id {
    // There was no earlier request, so the server cannot answer that nothing has changed.
    case "P034": #expect(error == .unexpectedStatus(304))
    // The response contradicts itself, so the whole page is requested.
    case "P016": #expect(state == .ask(.init(start: nil, etag: nil)))
    case _ where !entry.reference.ok: #expect(error == .wrongDigest, "\(entry.id)")
    default:
      #expect(error == nil, "\(entry.id)")
      let result: IndexCopy?
      switch state {
      case .changed(let changed): result = changed
      case .unchanged: result = copy
      case .ask: result = nil
      }
      #expect(result?.bytes == entry.reference.file_after.map { Array($0.utf8) }, "\(entry.id)")
      let etag = result?.etag.map { $0.filter { $0 != "\"" }.replacing("W/", with: "") }
      // The entity tag belongs to an earlier page.
      let isStale = state != .unchanged && entry.exchanges.last?.response.headers["ETag"] == nil
      let expected =
        isStale || entry.id == "P026" ? nil : entry.reference.etag_after?.filter { !$0.isNewline }
      #expect(etag == expected, "\(entry.id)")
    }
  }
}
