/// The apt packages that the user has chosen to install.
enum AptPackages {
  /// The priorities of the packages in every Debian system.
  private static let basePriorities: Set = ["required", "important", "standard"]
  /// The sections of packages that the system's installer chooses: kernels and metapackages.
  private static let baseSections: Set = ["kernel", "metapackages"]

  /// Returns the packages that are marked as manually installed, without the base system.
  ///
  /// - Parameters:
  ///   - manual: The output of `apt-mark showmanual`, a name on each line.
  ///   - all: The output of `dpkg-query` with ``MachineListing``'s format: name, version, priority,
  ///     section, whether it is essential, and the state, separated by tabs.
  static func chosen(manual: String, all: String) -> [MachinePackage]? {
    // A package can be installed for two architectures.
    let names = Set(
      manual.split(whereSeparator: \.isNewline).map { String($0.prefix { $0 != ":" }) })
    var packages: [MachinePackage] = []
    for line in all.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 6 else { return nil }
      guard fields[5].hasPrefix("ii") || fields[5].hasPrefix("hi"), names.contains(fields[0]),
        fields[4] != "yes", !basePriorities.contains(fields[2]),
        !baseSections.contains(String(fields[3].split(separator: "/").last ?? "")),
        packages.last?.name != fields[0]
      else { continue }
      packages.append(MachinePackage(fields[0], upstream(fields[1])))
    }
    return packages
  }

  /// Returns the upstream version: `2.39.5` for `1:2.39.5+ds-0+deb12u2`.
  private static func upstream(_ version: String) -> String {
    var text = version[...]
    if let colon = text.firstIndex(of: ":") { text = text[text.index(after: colon)...] }
    if let dash = text.lastIndex(of: "-") { text = text[..<dash] }
    return String(text.prefix { !"+~".contains($0) })
  }
}
