/// Members of a zip that one thread unpacks at a stretch.
struct ZipMemberBatch: Sendable {
  let items: [ZipExtraction.Item]
  /// How much work they are, in bytes to unpack; of small members, how much all of the archive's are. So these are begun before most
  /// large ones, of which a few are a better end.
  let size: Int

  // Alone, a large member is a thread's work for a while; small ones go in company, with their neighbours in the same directory.
  private static let largeSize = 1 << 20
  private static let length = 256
  /// To make a file takes as long as to unpack so many bytes.
  private static let costOfFile = 32 << 10

  /// All of `items`, each once.
  static func shares(of items: [ZipExtraction.Item]) -> [ZipMemberBatch] {
    let large = items.filter { $0.entry.size >= largeSize }
    let small = items.filter { $0.entry.size < largeSize }
    // What is announced was held to the limits, so the sum is a number.
    let size = small.reduce(0) { $0 + $1.entry.size + costOfFile }
    return large.map { ZipMemberBatch(items: [$0], size: $0.entry.size) }
      + stride(from: 0, to: small.count, by: length).map {
        ZipMemberBatch(items: Array(small[$0..<min($0 + length, small.count)]), size: size)
      }
  }
}
