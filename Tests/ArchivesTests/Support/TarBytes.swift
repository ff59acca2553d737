/// The bytes of a tar archive, made block by block, for archives that no program writes.
struct TarBytes {
  private(set) var bytes: [UInt8] = []

  /// Adds a header and its content.
  ///
  /// - Parameters:
  ///   - size: The size in the header, or `nil` for that of `content`.
  ///   - sizeField: The bytes of the field for the size, or `nil` for octal digits.
  mutating func add(
    _ name: String, type: Character = "0", _ content: [UInt8] = [], link: String = "",
    mode: Int = 0o644, size: Int? = nil, sizeField: [UInt8]? = nil
  ) {
    var block = [UInt8](repeating: 0, count: 512)
    func set(_ offset: Int, _ text: some Collection<UInt8>) {
      block.replaceSubrange(offset..<offset + text.count, with: text)
    }
    func octal(_ number: Int, _ count: Int) -> [UInt8] {
      let digits = String(number, radix: 8)
      return Array((String(repeating: "0", count: count - digits.count) + digits).utf8)
    }
    set(0, Array(name.utf8.prefix(100)))
    set(100, octal(mode, 7))
    set(124, sizeField ?? octal(size ?? content.count, 11))
    set(148, "        ".utf8)
    set(156, String(type).utf8)
    set(157, Array(link.utf8.prefix(100)))
    set(257, "ustar\u{0}00".utf8)
    set(148, octal(block.reduce(0) { $0 + Int($1) }, 6) + [0, 0x20])
    bytes += block + content
    bytes += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// Adds a pax header with these records.
  mutating func addPax(_ records: [(key: String, value: String)], type: Character = "x") {
    var text = ""
    for record in records {
      let rest = " \(record.key)=\(record.value)\n".utf8.count
      var length = rest + 1
      while String(length).utf8.count + rest != length { length += 1 }
      text += "\(length) \(record.key)=\(record.value)\n"
    }
    add("pax", type: type, Array(text.utf8))
  }

  /// The complete archive, with the zeros at its end.
  var archive: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }
}
