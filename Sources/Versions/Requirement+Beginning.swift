extension Requirement {
  /// Creates the requirement that admits the versions that begin with `text`: `~> 24.0` for `24`.
  /// Returns `nil` unless the text consists of numbers and dots alone.
  package init?(beginningWith text: String) {
    let isNumeric = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard isNumeric, let requirement = try? Requirement(parsing: ["~> \(text).0"]) else {
      return nil
    }
    self = requirement
  }
}
