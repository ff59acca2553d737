/// What the server does on a connection, one after the other, for a test that writes its replies byte by byte.
package enum Step: Sendable {
  case send([UInt8])
  /// Sends these bytes again and again until the client goes.
  case sendForever([UInt8])
  case wait(Duration)
  /// Sends nothing more, and waits for the client to go.
  case hang
  /// Closes in good order.
  case close
  /// Closes so that the client sees a reset.
  case reset
}

extension [Step] {
  /// A whole reply with its length; the connection stays open.
  package static func answer(
    _ status: Int = 200, _ headers: [String] = [], _ body: [UInt8] = []
  ) -> [Step] {
    head(status, headers + ["Content-Length: \(body.count)"]) + [.send(body)]
  }

  /// The head of a reply with the lines that are given.
  package static func head(_ status: Int, _ headers: [String]) -> [Step] {
    let lines = ["HTTP/1.1 \(status) Status"] + headers + ["", ""]
    return [.send([UInt8](lines.joined(separator: "\r\n").utf8))]
  }
}
