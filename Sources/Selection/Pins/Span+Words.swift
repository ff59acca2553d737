extension Span<UInt8> {
  /// Returns a copy of the bytes in `range`.
  package func copy(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(self[index]) }
    return bytes
  }

  /// Returns the `count` bytes at `index` as a little-endian number. `count` is at most eight.
  func head(at index: Int, count: Int) -> UInt64 {
    if index >= 0, self.count &- index >= 8, count > 0 {
      // The condition above keeps the load in bounds.
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      let unused = 64 &- 8 &* UInt64(count)
      return (word.littleEndian &<< unused) &>> unused
    }
    var head: UInt64 = 0
    for offset in 0..<count { head |= UInt64(self[index + offset]) << (8 * offset) }
    return head
  }

  /// Returns whether the bytes in `range` are those of `word`.
  package func matches(_ range: Range<Int>, _ word: [UInt8]) -> Bool {
    guard range.count == word.count else { return false }
    var index = range.lowerBound
    for byte in word {
      if self[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// Returns whether `word` begins at `index`.
  package func has(_ word: StaticString, at index: Int) -> Bool {
    guard index >= 0, count - index >= word.utf8CodeUnitCount else { return false }
    for offset in 0..<word.utf8CodeUnitCount
    where unsafe self[index + offset] != word.utf8Start[offset] {
      return false
    }
    return true
  }
}

extension [UInt8] {
  /// Returns whether these are the bytes of `word`.
  package func equals(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && withSpan { $0.has(word, at: 0) }
  }

  /// Calls `body` with the bytes in place. `Array.span` requires macOS 26.
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { buffer throws(Failure) in
      try unsafe body(Span(_unsafeElements: buffer))
    }
  }
}
