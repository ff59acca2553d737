/// A step that the server performs on a connection. Steps let a test write its
/// replies byte by byte.
package enum Step: Sendable {
  case send([UInt8])
  /// Sends these bytes repeatedly until the client closes the connection.
  case sendForever([UInt8])
  case wait(Duration)
  /// Sends nothing more, and waits until the client closes the connection.
  case hang
  /// Closes the connection normally.
  case close
  /// Closes the connection with a reset.
  case reset
}

extension [Step] {
  /// Returns a complete reply with its length. The connection stays open.
  package static func answer(
    _ status: Int = 200, _ headers: [String] = [], _ body: [UInt8] = []
  ) -> [Step] {
    head(status, headers + ["Content-Length: \(body.count)"]) + [.send(body)]
  }

  /// Returns the head of a reply with exactly the given header lines.
  package static func head(_ status: Int, _ headers: [String]) -> [Step] {
    let lines = ["HTTP/1.1 \(status) Status"] + headers + ["", ""]
    return [.send([UInt8](lines.joined(separator: "\r\n").utf8))]
  }
}
