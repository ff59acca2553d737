/// A dependency in `package.json`: versions of a package of npm, or a package from elsewhere.
struct NodeDependency {
  /// The package of npm. An alias, such as `npm:@biomejs/biome@1.9.4`, names another one than the
  /// key.
  let package: String
  let version: ForeignVersion
  /// What takes the package from elsewhere, such as `file:` or an address, or `nil` if npm's index
  /// has it.
  let otherOrigin: String?

  /// Reads a member of an object such as `devDependencies`.
  init(_ key: String, _ value: String) {
    let words = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 1 || words[0] == "npm", let last = words.last else {
      self.init(package: key, .any, otherOrigin: "\(ForeignName.shown(words[0])):")
      return
    }
    let isName = last.first.map { $0 == "@" || $0.isLetter } ?? false && last != "latest"
    let isAlias = words.count == 2 && isName
    if isAlias {
      let at = last.dropFirst().lastIndex(of: "@") ?? last.endIndex
      let version = last[at...].dropFirst()
      self.init(
        package: String(last[..<at]),
        version.isEmpty ? .any : ForeignVersion(releaseOrRange: String(version)))
    } else if let slash = last.firstIndex(of: "/") {
      // `owner/name#v1`, `../folder`, or `~/folder`
      self.init(package: key, .any, otherOrigin: "\(ForeignName.shown(last[..<slash]))/…")
    } else {
      self.init(package: key, ForeignVersion(releaseOrRange: String(last)))
    }
  }

  private init(package: String, _ version: ForeignVersion, otherOrigin: String? = nil) {
    self.package = package
    self.version = version
    self.otherOrigin = otherOrigin
  }
}
