import Archives

/// Parses the central directory of a zip. No input crashes the parser. The parser does not request
/// longer tails forever, and members neither overlap nor extend beyond the file.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  // A short tail first, so that the parser has to request a longer one.
  var length = min(count, 100)
  while true {
    let tail = Array(bytes.suffix(length))
    guard let reading = try? ZipDirectory.reading(tail: tail, fileSize: count) else { return 0 }
    switch reading {
    case .needs(let range):
      precondition(range.upperBound == count && range.count > length)
      length = range.count
    case .complete(let directory):
      var free = 0
      for entry in directory.entries.sorted(by: { $0.offset < $1.offset }) {
        precondition(entry.range.lowerBound >= free && entry.range.upperBound <= count)
        free = entry.range.upperBound
        let contents = try? entry.contents(in: Array(bytes[entry.range]), limit: 1 << 20)
        precondition(contents.map { $0.count == entry.size } ?? true)
      }
      return 0
    }
  }
}
