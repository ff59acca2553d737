internal import CISAL
internal import Diagnostics

/// Decompresses a gzip file (RFC 1952) with ISA-L, which verifies the checksum and length of every
/// member. libarchive does not.
@safe final class GzipReader: LayerReader {
  private let file: PackedFile
  private let inflater: OpaquePointer
  private let output: UnsafeMutableRawBufferPointer
  /// The bytes of the file that the inflater has not read yet.
  private var input = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  /// Whether the inflater is within a member.
  private var isInMember = false

  /// The size of the output buffer, in bytes.
  private static let outputSize = 256 * 1024

  /// Creates a reader of `file`, of which `start` has already been read.
  init(_ file: PackedFile, start: UnsafeRawBufferPointer) {
    guard let inflater = unsafe bootstrap_inflater_new() else { fatalError("out of memory") }
    self.file = file
    unsafe self.inflater = inflater
    unsafe output = .allocate(byteCount: Self.outputSize, alignment: 64)
    unsafe input = start
  }

  deinit {
    unsafe bootstrap_inflater_free(inflater)
    unsafe output.deallocate()
  }

  func next() throws(ArchiveError) -> UnsafeRawBufferPointer {
    while true {
      if unsafe input.isEmpty {
        unsafe input = try file.next()
        if unsafe input.isEmpty {
          if isInMember { throw .layer(.gzip, .truncated) }
          return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        }
      }
      if !isInMember { try startMember() }
      let count = try inflate()
      if count > 0 { return unsafe UnsafeRawBufferPointer(rebasing: output[..<count]) }
    }
  }

  /// Starts the member at the start of the input.
  private func startMember() throws(ArchiveError) {
    // Only the first byte, because the rest may follow with the next piece of the file. The
    // inflater verifies it.
    guard unsafe input[0] == 0x1F else { throw .layer(.gzip, .trailingData) }
    unsafe bootstrap_inflater_start_gzip(inflater)
    isInMember = true
  }

  /// Fills the output as far as the input allows, and returns the number of bytes.
  private func inflate() throws(ArchiveError) -> Int {
    unsafe bootstrap_inflater_give(inflater, input.baseAddress, UInt32(input.count))
    var count: UInt32 = 0
    let code = unsafe bootstrap_inflater_take(
      inflater, output.baseAddress, UInt32(output.count), &count)
    let rest = unsafe Int(bootstrap_inflater_rest(inflater))
    unsafe input = UnsafeRawBufferPointer(rebasing: input.suffix(rest))
    switch code {
    case ISAL_INCORRECT_CHECKSUM: throw .layer(.gzip, .checksum)
    case ..<0, ISAL_NEED_DICT: throw .layer(.gzip, .damaged(""))
    default: break
    }
    if unsafe bootstrap_inflater_is_finished(inflater) != 0 { isInMember = false }
    return Int(count)
  }
}
