/// A step that the server performs on a connection. With steps, a test can define a response
/// byte by byte.
package enum Step: Sendable {
  /// Sends these bytes.
  case send([UInt8])
  /// Sends these bytes repeatedly until the client closes the connection.
  case sendForever([UInt8])
  /// Waits for this time.
  case wait(Duration)
  /// Waits, without sending anything, until the client closes the connection.
  case hang
  /// Closes the connection normally.
  case close
  /// Closes the connection with a reset.
  case reset
}

extension [Step] {
  /// Returns a complete response with its `Content-Length`. The connection stays open.
  package static func answer(
    _ status: Int = 200, _ headers: [String] = [], _ body: [UInt8] = []
  ) -> [Step] {
    head(status, headers + ["Content-Length: \(body.count)"]) + [.send(body)]
  }

  /// Returns the head of a response with exactly the given header lines.
  package static func head(_ status: Int, _ headers: [String]) -> [Step] {
    let lines = ["HTTP/1.1 \(status) Status"] + headers + ["", ""]
    return [.send([UInt8](lines.joined(separator: "\r\n").utf8))]
  }
}
