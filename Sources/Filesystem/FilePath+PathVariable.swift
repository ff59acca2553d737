extension FilePath {
  /// Whether the path can be an entry of `PATH` and a word in a line of a startup file.
  ///
  /// Colons separate the entries of `PATH`, so a colon in a path would add a relative entry, which
  /// leads into the current project. A line break would cut the line in the startup file short.
  package var fitsPathVariable: Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ":") }
  }
}
