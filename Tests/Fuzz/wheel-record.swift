import Vocabulary

@testable import Archives

/// Parses the `RECORD` of a wheel. No input crashes the parser. The parser keeps digests only for
/// paths that can be unpacked, and at most as many as the limit allows.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let record = WheelRecord(bytes, limit: 100)
  precondition(record.lines.count <= 100)
  for (path, line) in record.lines {
    precondition((try? MemberPath(path.text)) == path)
    precondition(SHA256Digest(bytes: line.digest.bytes) == line.digest)
  }
  return 0
}
