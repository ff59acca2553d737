/// A writer of little-endian numbers, as zip, ELF and Mach-O use them.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func append(_ more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more)
  }

  /// Appends each number in little-endian order.
  mutating func append<Number: FixedWidthInteger>(_ numbers: Number...) {
    for number in numbers {
      for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
      }
    }
  }
}
