internal import Diagnostics
internal import Filesystem

/// The content of an archive's file without its layer of compression, read in sequence and within
/// the limits.
@safe final class ContentReader {
  /// The number of bytes taken so far.
  private(set) var position = 0
  /// The size of the file in bytes.
  var packedSize: Int { file.size }
  private let run: ExtractionRun
  private let layer: CompressionLayer?
  private let file: PackedFile
  private let reader: any LayerReader
  /// The bytes that were decompressed and not taken yet.
  private var piece = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  /// The number of bytes decompressed so far.
  private var unpackedSize = 0

  /// Opens the file at `path`, which has this layer, or none if it is `nil`.
  ///
  /// - Throws: ``ArchiveError`` if the file cannot be read, or does not begin with the layer.
  init(_ path: FilePath, _ layer: CompressionLayer?, _ run: ExtractionRun) throws(ArchiveError) {
    let file = try PackedFile(path, run)
    let start = try unsafe file.next()
    if let layer, unsafe CompressionLayer(signature: start) != layer {
      throw .layer(layer, .noHeader)
    }
    self.run = run
    self.layer = layer
    self.file = file
    reader =
      switch layer {
      case nil: unsafe StoredReader(file, start: start)
      case .gzip: unsafe GzipReader(file, start: start)
      case .xz, .bzip2, .zstandard: unsafe FilterReader(file, layer ?? .xz, start: start)
      }
  }

  /// Returns the next bytes, at most `limit`, which are valid until the next call. They are empty
  /// at the end.
  ///
  /// - Throws: ``ArchiveError`` if the file is damaged, exceeds a limit, or is compressed twice.
  func next(limit: Int = .max) throws(ArchiveError) -> UnsafeRawBufferPointer {
    if unsafe piece.isEmpty { try decompress() }
    let taken = unsafe UnsafeRawBufferPointer(rebasing: piece.prefix(limit))
    unsafe piece = UnsafeRawBufferPointer(rebasing: piece.dropFirst(taken.count))
    position += taken.count
    return unsafe taken
  }

  /// Returns the next `count` bytes, or fewer at the end.
  func bytes(_ count: Int) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(count, 1 << 20))
    while bytes.count < count {
      let next = try unsafe next(limit: count - bytes.count)
      if unsafe next.isEmpty { break }
      unsafe bytes.append(contentsOf: next)
    }
    return bytes
  }

  /// The format of a second layer with which the next bytes begin, or `nil` if they do not.
  var nextLayer: CompressionLayer? { unsafe CompressionLayer(signature: piece) }

  /// Gets the next piece, and checks it against the limits.
  private func decompress() throws(ArchiveError) {
    try run.checkCancelled()
    let isFirst = unpackedSize == 0
    file.idleStart = .now
    unsafe piece = try reader.next()
    if unsafe piece.isEmpty { return }
    unpackedSize += unsafe piece.count
    try run.limits.check(unpacked: unpackedSize, packed: file.size)
    if isFirst, let layer, let second = nextLayer {
      throw .layer(layer, .secondLayer(second.rawValue))
    }
  }
}
