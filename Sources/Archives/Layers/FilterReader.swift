internal import CArchive
internal import Diagnostics

/// Decompresses a file with exactly one filter of libarchive (archive_read(3)).
///
/// The libraries behind libarchive's filters verify the checksums that the formats xz, zstd, and
/// bzip2 contain.
@safe final class FilterReader: LayerReader {
  private let file: PackedFile
  private let layer: CompressionLayer
  private let archive: OpaquePointer
  /// The bytes of the file to supply first.
  private var start: UnsafeRawBufferPointer?
  /// The error that stopped ``supply(_:)``, which is called through C.
  private var failure: ArchiveError?
  private var isOpen = false

  /// Creates a reader of `file`, of which `start` has already been read.
  init(_ file: PackedFile, _ layer: CompressionLayer, start: UnsafeRawBufferPointer) {
    guard let archive = unsafe archive_read_new() else { fatalError("out of memory") }
    self.file = file
    self.layer = layer
    unsafe self.archive = archive
    unsafe self.start = start
  }

  deinit { unsafe archive_read_free(archive) }

  func next() throws(ArchiveError) -> UnsafeRawBufferPointer {
    if !isOpen {
      try open()
      isOpen = true
    }
    while true {
      var bytes: UnsafeRawPointer?
      var count = 0
      var offset: la_int64_t = 0
      let code = unsafe archive_read_data_block(archive, &bytes, &count, &offset)
      if code == ARCHIVE_EOF { break }
      try check(code)
      if count > 0 { return unsafe UnsafeRawBufferPointer(start: bytes, count: count) }
    }
    // The filter for bzip2 ignores whatever follows the compressed data.
    let consumed = unsafe archive_filter_bytes(archive, -1)
    if Int(consumed) != file.size { throw .layer(layer, .trailingData) }
    return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Opens the file with the filter of the layer.
  private func open() throws(ArchiveError) {
    if layer == .zstandard, let start = unsafe start, unsafe Self.needsLargeWindow(start) {
      throw .layer(layer, .memory)
    }
    let filter =
      switch layer {
      case .gzip: ARCHIVE_FILTER_GZIP
      case .xz: ARCHIVE_FILTER_XZ
      case .bzip2: ARCHIVE_FILTER_BZIP2
      case .zstandard: ARCHIVE_FILTER_ZSTD
      }
    try check(unsafe archive_read_support_format_raw(archive))
    // Unlike a supported filter, an appended one is applied exactly once, and no other is tried.
    try check(unsafe archive_read_append_filter(archive, filter))
    try check(
      unsafe archive_read_open(
        archive, Unmanaged.passUnretained(self).toOpaque(), nil,
        { _, reader, bytes in
          guard let reader = unsafe reader else { return -1 }
          return unsafe Unmanaged<FilterReader>.fromOpaque(reader).takeUnretainedValue()
            .supply(bytes)
        }, nil))
    var header: OpaquePointer?
    try check(unsafe archive_read_next_header(archive, &header))
  }

  /// Supplies the next bytes of the file to libarchive. Returns their number, or -1 after an error.
  private func supply(_ bytes: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    let piece: UnsafeRawBufferPointer
    if let start = unsafe start {
      unsafe (piece, self.start) = (start, nil)
    } else {
      do {
        unsafe piece = try file.next()
      } catch {
        failure = error
        return -1
      }
    }
    unsafe bytes?.pointee = piece.baseAddress
    return piece.count
  }

  /// The largest window of zstd that the library accepts: 128 MB.
  private static let maximumWindow = 1 << 27

  /// Returns whether the header of a zstd frame asks for a larger window (RFC 8878, 3.1.1.1), as
  /// after `zstd --long=31`. libarchive does not tell such data from damaged data.
  private static func needsLargeWindow(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count > 5 else { return false }
    let hasWindow = unsafe bytes[4] & 0x20 == 0
    let (exponent, mantissa) = unsafe (Int(bytes[5] >> 3), Int(bytes[5] & 7))
    let base = 1 << (10 + exponent)
    return hasWindow && base + base / 8 * mantissa > maximumWindow
  }

  /// Throws the last error unless `code` is `ARCHIVE_OK`. Even a warning is an error.
  private func check(_ code: Int32) throws(ArchiveError) {
    if code == ARCHIVE_OK { return }
    if let failure { throw failure }
    let text = unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? ""
    // libarchive looks for the format of the content even if it cannot decompress any.
    throw .layer(layer, .damaged(text == "Unrecognized archive format" ? "" : text))
  }
}
