/// The values that replace those in the header of a tar member, because the header is too narrow
/// for them.
struct TarAttributes {
  var name: [UInt8]?
  var linkTarget: [UInt8]?
  var size: Int?
  /// Whether the member is a sparse file in one of the forms of GNU tar or star.
  var isSparse = false

  /// The maximum size of an extension, in bytes. Extended attributes of files can be large.
  static let maximumSize = 16 << 20

  /// Adds the records of a pax header: `LENGTH KEY=VALUE` and a line feed, where the length in
  /// bytes covers the whole record. A record without a value removes an earlier one. Returns
  /// `false` if the records are malformed.
  mutating func add(pax records: [UInt8]) -> Bool {
    var rest = records[...]
    while let first = rest.first, first != 0 {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard digits.count <= 8, let length = Int(String(decoding: digits, as: UTF8.self)),
        length > digits.count + 1, length <= rest.count
      else { return false }
      let record = rest.prefix(length)
      guard record.last == UInt8(ascii: "\n"),
        record[record.startIndex + digits.count] == UInt8(ascii: " "),
        let equals = record.firstIndex(of: UInt8(ascii: "="))
      else { return false }
      let key = String(
        decoding: record[(record.startIndex + digits.count + 1)..<equals], as: UTF8.self)
      if !set(key, Array(record[(equals + 1)...].dropLast())) { return false }
      rest = rest.dropFirst(length)
    }
    // The size of the header states the end of the records, but some writers pad them with NULs.
    return rest.allSatisfy { $0 == 0 }
  }

  /// Sets an attribute. Returns `false` if the value is malformed.
  private mutating func set(_ key: String, _ value: [UInt8]) -> Bool {
    switch key {
    case "path": name = value.isEmpty ? nil : value
    case "linkpath": linkTarget = value.isEmpty ? nil : value
    case "size":
      let isNumber = value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      size = isNumber ? Int(String(decoding: value, as: UTF8.self)) : nil
      return size != nil || value.isEmpty
    case "GNU.sparse.name": (name, isSparse) = (value, true)
    case "SCHILY.realsize": isSparse = true
    default: if key.hasPrefix("GNU.sparse.") { isSparse = true }
    }
    return true
  }
}
