/// A compression around the content of a file. The raw values are the names in messages.
package enum CompressionLayer: String, CaseIterable, Sendable {
  case gzip, xz, bzip2
  case zstandard = "zstd"

  /// Returns the format whose signature `bytes` begin with, or `nil` if there is none.
  init?(signature bytes: UnsafeRawBufferPointer) {
    // Ten bytes tell a bzip2 stream from a tar archive whose first member is called `BZh`.
    let start = unsafe Array(bytes.prefix(10))
    let layer = Self.allCases.first { layer in
      layer.signatures.contains { signature in
        start.count >= signature.count && zip(start, signature).allSatisfy { $1 == nil || $0 == $1 }
      }
    }
    guard let layer else { return nil }
    self = layer
  }

  /// The bytes that a file of the format begins with. `nil` stands for any byte.
  private var signatures: [[UInt8?]] {
    switch self {
    case .gzip: [[0x1F, 0x8B, 0x08]]
    case .xz: [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]]
    // The first block of the data, or the end of an empty stream.
    case .bzip2:
      [
        [0x42, 0x5A, 0x68, nil, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
        [0x42, 0x5A, 0x68, nil, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90],
      ]
    // A frame (RFC 8878, 3.1.1), or a skippable one, with which parallel compressors begin.
    case .zstandard: [[0x28, 0xB5, 0x2F, 0xFD], [nil, 0x2A, 0x4D, 0x18]]
    }
  }
}
