internal import Diagnostics
internal import Filesystem

/// Reads members of one zip in sequence, with reusable buffers.
@safe struct ZipMemberReader: ~Copyable {
  private var inflater = Inflater()
  private let input: UnsafeMutableRawBufferPointer
  private let output: UnsafeMutableRawBufferPointer
  /// The range of the file in the input buffer. Adjacent members are often read in sequence, so one
  /// read of the file supplies many small members.
  private var window = 0..<0

  /// The size of the input buffer, in bytes. Any local header fits in it.
  private static let inputSize = 256 * 1024
  /// The size of the output buffer, in bytes. Each call of ISA-L copies up to 96 KB internally, so
  /// it should produce much more than that. Both buffers still fit in the processor's L2 cache.
  private static let outputSize = 1 << 20

  init() {
    unsafe input = .allocate(byteCount: Self.inputSize, alignment: 64)
    unsafe output = .allocate(byteCount: Self.outputSize, alignment: 64)
  }

  deinit {
    unsafe input.deallocate()
    unsafe output.deallocate()
  }

  /// Passes the uncompressed bytes of `entry` to `take` in pieces, and verifies size and checksum.
  ///
  /// - Parameters:
  ///   - fill: Reads into the buffer from the given offset of the file, and returns the number of
  ///     bytes read, 0 at the end of the file.
  ///   - take: Receives each piece, which is valid only during the call.
  /// - Throws: ``ArchiveError`` if `fill` or `take` fails, or the member is damaged.
  mutating func read(
    _ entry: ZipEntry,
    fill: (UnsafeMutableRawBufferPointer, Int) throws(ArchiveError) -> Int,
    take: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    do {
      try unsafe readChecked(entry, fill: fill, take: take)
    } catch {
      switch error {
      case .caller(let error): throw error
      case .member(let failure):
        throw .member(name: String(decoding: entry.name, as: UTF8.self), failure)
      }
    }
  }

  /// Reads `entry` like ``read(_:fill:take:)``, from an open zip.
  ///
  /// - Throws: Also ``ArchiveError`` if `run` is canceled, or the member yields no bytes for
  ///   too long.
  mutating func read(
    _ entry: ZipEntry, from file: borrowing FileDescriptor, in run: ExtractionRun,
    take: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    var idleStart = SuspendingClock.now
    try unsafe read(
      entry,
      fill: { (buffer, offset) throws(ArchiveError) in
        try run.checkProgress(since: idleStart)
        do throws(FileError) {
          return try unsafe file.read(into: buffer, at: offset)
        } catch {
          throw .file(error)
        }
      },
      take: { (piece) throws(ArchiveError) in
        try run.checkCancelled()
        try unsafe take(piece)
        idleStart = .now
      })
  }

  private enum Failure: Error {
    case caller(ArchiveError)
    case member(MemberFailure)
  }

  /// Reads a member, keeping the errors of `fill` and `take` apart from faults of the member.
  private mutating func readChecked(
    _ entry: ZipEntry,
    fill: (UnsafeMutableRawBufferPointer, Int) throws(ArchiveError) -> Int,
    take: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
  ) throws(Failure) {
    var received = MemberState(entry: entry)
    var position = entry.offset
    let firstCount = unsafe min(entry.end - position, input.count)
    var piece = try unsafe filled(firstCount, at: position, fill)
    position += firstCount
    let header = try unsafe localHeader(of: entry, in: piece)
    guard header.length <= piece.count else { throw .member(.truncated) }
    unsafe piece = UnsafeRawBufferPointer(rebasing: piece[header.length...])

    var rest = entry.compressedSize
    inflater.start()
    while true {
      unsafe piece = UnsafeRawBufferPointer(rebasing: piece.prefix(rest))
      rest -= piece.count
      if entry.method == ZipEntry.stored {
        try unsafe received.add(piece, take)
      } else {
        try unsafe inflate(piece, into: &received, take)
      }
      if rest == 0 { break }
      let count = unsafe min(rest, input.count)
      unsafe piece = try filled(count, at: position, fill)
      position += count
    }
    if entry.method == ZipEntry.deflated, !inflater.isFinished { throw .member(.truncated) }
    try received.check()
  }

  /// Returns the local header at the start of `piece`.
  private func localHeader(
    of entry: ZipEntry, in piece: UnsafeRawBufferPointer
  ) throws(Failure) -> ZipLocalHeader {
    let start = unsafe Array(piece.prefix(ZipLocalHeader.fixedLength + entry.name.count))
    do {
      return try ZipLocalHeader(start, of: entry)
    } catch {
      throw .member(error)
    }
  }

  /// Returns `count` bytes of the file, starting at `position`, in the input buffer.
  private mutating func filled(
    _ count: Int, at position: Int,
    _ fill: (UnsafeMutableRawBufferPointer, Int) throws(ArchiveError) -> Int
  ) throws(Failure) -> UnsafeRawBufferPointer {
    if position < window.lowerBound || position + count > window.upperBound {
      window = position..<position
      while window.count < count {
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: input[window.count...])
        let readCount: Int
        do { readCount = try unsafe fill(free, window.upperBound) } catch {
          throw .caller(error)
        }
        if readCount == 0 { throw .member(.truncated) }
        window = position..<window.upperBound + readCount
      }
    }
    let start = position - window.lowerBound
    return unsafe UnsafeRawBufferPointer(rebasing: input[start..<start + count])
  }

  /// Decompresses `piece`, and passes the result to `take`.
  private mutating func inflate(
    _ piece: UnsafeRawBufferPointer, into received: inout MemberState,
    _ take: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
  ) throws(Failure) {
    unsafe inflater.supply(piece)
    while !inflater.isFinished {
      let count: Int
      do { count = try unsafe inflater.take(into: output) } catch {
        throw .member(error)
      }
      if count == 0 { break }
      try unsafe received.add(UnsafeRawBufferPointer(rebasing: output[..<count]), take)
    }
  }

  /// The size and checksum of the bytes unpacked so far.
  private struct MemberState {
    let entry: ZipEntry
    var size = 0
    var checksum: UInt32 = 0

    /// Counts and checksums the bytes, and passes them to `take`.
    mutating func add(
      _ bytes: UnsafeRawBufferPointer,
      _ take: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
    ) throws(Failure) {
      if bytes.count == 0 { return }
      size += bytes.count
      // Check before writing: a zip bomb announces a small size.
      if size > entry.size { throw .member(.size(expected: entry.size, actual: size)) }
      unsafe checksum = crc32(checksum, bytes)
      do { try unsafe take(bytes) } catch { throw .caller(error) }
    }

    /// Throws ``MemberFailure`` if the complete member differs from its entry.
    func check() throws(Failure) {
      if size != entry.size { throw .member(.size(expected: entry.size, actual: size)) }
      if checksum != entry.checksum {
        throw .member(.checksum(expected: entry.checksum, actual: checksum))
      }
    }
  }
}

extension ZipEntry {
  /// Returns the unpacked content of the member.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file at ``range``.
  ///   - limit: The maximum size of the unpacked member, in bytes.
  /// - Throws: ``ArchiveError`` if the member is larger than `limit` or damaged.
  package func contents(in bytes: [UInt8], limit: Int) throws(ArchiveError) -> [UInt8] {
    if size > limit { throw .limit(.size(limit: limit)) }
    var reader = ZipMemberReader()
    var contents: [UInt8] = []
    contents.reserveCapacity(size)
    try unsafe reader.read(
      self,
      fill: { (buffer, position) throws(ArchiveError) -> Int in
        let start = min(position - offset, bytes.count)
        let piece = bytes[start...].prefix(buffer.count)
        unsafe buffer.copyBytes(from: piece)
        return piece.count
      },
      take: { (piece) throws(ArchiveError) in unsafe contents.append(contentsOf: piece) })
    return contents
  }
}
