extension Requirement {
  /// Creates the requirement that admits the versions that begin with `text`: `~> 24.0` for `24`.
  /// Returns `nil` unless the text has at most two numbers and nothing else, because it is hardly
  /// the beginning of a version then, but a whole one.
  package init?(beginningWith text: String) {
    let isNumeric = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard isNumeric, text.utf8.count(where: { $0 == UInt8(ascii: ".") }) < 2,
      let requirement = try? Requirement(parsing: ["~> \(text).0"])
    else { return nil }
    self = requirement
  }
}
