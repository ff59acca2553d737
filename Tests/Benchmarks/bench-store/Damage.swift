import ObjectStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Damages the file of a store at random and uses the store, for `scripts/test-store-crashes`.
///
/// Whatever the damage, each call must return or throw a ``StoreError``. A trap, a signal, or a
/// call without an end fails the script. A store in which ``ReadAccess/verify()`` finds nothing
/// must have as many objects as before, because it finds every damage but that inside a value.
struct Damage {
  /// The path of the database, which is a copy.
  let path: String
  let seed: Int

  /// Damages the file once and uses the store.
  func run() throws {
    var generator = SeededGenerator(seed: seed)
    let count = try Store(.file(path), model: Models.guarded).count(FetchRequest(FileRecord.self))
    let kind = try damage(using: &generator)
    do throws(StoreError) {
      let store = try Store(.file(path), model: Models.guarded)
      let findings = try store.verify()
      let found = try use(store)
      guard findings.isEmpty && found != count else { return }
      print("\(path): seed \(seed), \(kind): \(found) of \(count) objects, but no finding")
      exit(1)
    } catch {}
  }

  /// Reads the store in every way and changes it. Returns the number of objects before the changes.
  private func use(_ store: Store) throws(StoreError) -> Int {
    let everything = FetchRequest(FileRecord.self)
    let found = try store.fetch(everything).count
    let sorted = FetchRequest(
      FileRecord.self, sortedBy: [.ascending(\.owner), .descending(\.path)], limit: 2000)
    _ = try store.fetch(sorted)
    _ = try store.count(FetchRequest(FileRecord.self, where: \.state == .missing))
    _ = try store.find(Identity<FileRecord>(rawValue: 17))
    try store.execute(
      BatchUpdate(FileRecord.self, where: \.size > 10, returning: .status)
        .setting(\.size, to: \.size + 1).setting(\.state, to: .changed))
    try store.execute(
      BatchInsert((500_000..<500_200).map(FileRecord.sample), returning: .status))
    try store.execute(
      BatchDelete(FileRecord.self, where: \.state == .present, returning: .status))
    return found
  }

  /// Changes the file and returns a description of the change.
  private func damage(using generator: inout SeededGenerator) throws -> String {
    let descriptor = unsafe open(path, O_RDWR)
    guard descriptor >= 0 else { throw StoreError.notFound(path: path, errno: errno) }
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    let page = 8192
    let pages = size / page
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      let bits = Int.random(in: 1...20, using: &generator)
      for _ in 0..<bits {
        let offset = Int.random(in: 0..<size, using: &generator)
        let byte = UInt8.random(in: .min ... .max, using: &generator)
        write([byte], at: offset, descriptor)
      }
      return "\(bits) random bytes"
    case 1:
      // The header of a page and its list of cells decide how the page is read.
      let offset = Int.random(in: 0..<pages, using: &generator) * page
      for _ in 0..<8 {
        let byte = UInt8.random(in: .min ... .max, using: &generator)
        write([byte], at: offset + Int.random(in: 0..<64, using: &generator), descriptor)
      }
      return "the header of page \(offset / page)"
    case 2:
      let number = Int.random(in: 0..<pages, using: &generator)
      let bytes = (0..<page).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      write(bytes, at: number * page, descriptor)
      return "page \(number) replaced"
    case 3:
      let (one, other) = (
        Int.random(in: 0..<pages, using: &generator), Int.random(in: 0..<pages, using: &generator)
      )
      let (first, second) = (
        read(page, at: one * page, descriptor), read(page, at: other * page, descriptor)
      )
      write(first, at: other * page, descriptor)
      write(second, at: one * page, descriptor)
      return "pages \(one) and \(other) exchanged"
    case 4:
      let end = Int.random(in: 0..<size, using: &generator)
      ftruncate(descriptor, off_t(end))
      return "truncated to \(end) bytes"
    default:
      let offset = Int.random(in: 0..<100, using: &generator)
      write([UInt8.random(in: .min ... .max, using: &generator)], at: offset, descriptor)
      return "byte \(offset) of the file's header"
    }
  }

  private func write(_ bytes: [UInt8], at offset: Int, _ descriptor: Int32) {
    unsafe bytes.withUnsafeBytes {
      _ = unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset))
    }
  }

  private func read(_ count: Int, at offset: Int, _ descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe bytes.withUnsafeMutableBytes {
      _ = unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
    }
    return bytes
  }
}
