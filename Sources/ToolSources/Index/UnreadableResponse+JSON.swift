internal import Diagnostics
internal import JSONText

extension UnreadableResponse {
  /// Creates the reason that `bytes` could not be read as the expected JSON.
  init(_ failure: JSONReader.Failure, of bytes: [UInt8]) {
    self =
      switch failure {
      case .truncated: .truncated(bytes: bytes.count)
      case .unexpected(let offset): .unexpectedJSON(offset: offset)
      }
  }
}
