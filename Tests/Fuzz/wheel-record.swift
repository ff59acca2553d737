import Manifests

@testable import Archives

/// What a wheel says of its files: no text crashes, and a digest is known for names that can be unpacked alone, no more than asked for.
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
