/// Members of a zip that one thread unpacks in sequence.
struct ZipMemberBatch: Sendable {
  let items: [ZipExtraction.Item]
  /// The amount of work for scheduling, in bytes to unpack. The largest waiting batch starts first,
  /// so that all threads finish at about the same time.
  let size: Int

  /// The unpacked size, in bytes, from which a member forms a batch alone.
  private static let largeSize = 1 << 20
  /// The maximum number of small members in a batch. Neighbors are often in the same folder.
  private static let length = 256
  /// The cost of creating a file, as the number of bytes that can be unpacked in the same time.
  private static let costOfFile = 32 << 10

  private init(_ items: [ZipExtraction.Item]) {
    self.items = items
    // Cannot overflow: the announced sizes are within the limits.
    size = items.reduce(0) { $0 + $1.entry.size + Self.costOfFile }
  }

  /// Divides `items` into batches, each item in exactly one.
  static func batches(of items: [ZipExtraction.Item]) -> [ZipMemberBatch] {
    let large = items.filter { $0.entry.size >= largeSize }
    let small = items.filter { $0.entry.size < largeSize }
    return large.map { ZipMemberBatch([$0]) }
      + stride(from: 0, to: small.count, by: length).map {
        ZipMemberBatch(Array(small[$0..<min($0 + length, small.count)]))
      }
  }
}
