/// A buffer for bytes and little-endian numbers, the byte order of zip, ELF, and Mach-O.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  /// Appends bytes.
  mutating func append(_ more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more)
  }

  /// Appends each number in little-endian order, with as many bytes as its type has.
  mutating func append<Number: FixedWidthInteger>(_ numbers: Number...) {
    for number in numbers {
      for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
      }
    }
  }
}
