/// A file in gzip format (RFC 1952).
package enum GzipWriter {
  /// Returns a file that decompresses to `content`.
  package static func bytes(of content: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    // The header: DEFLATE, no time, unknown system.
    writer.append([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
    writer.append(Deflate.compress(content))
    writer.append(CRC32.of(content), UInt32(content.count))
    return writer.bytes
  }
}
