import Manifests

@testable import Archives

/// The `RECORD` of a wheel: no input crashes the parser. It keeps digests only for paths that
/// can be unpacked, and no more than the limit.
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
