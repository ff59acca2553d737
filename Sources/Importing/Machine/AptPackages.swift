/// The packages of apt that the user has chosen.
enum AptPackages {
  /// The priorities of what belongs to every Debian system.
  private static let basePriorities: Set = ["required", "important", "standard"]
  /// The sections of what the installer of a system chooses: kernels, and lists of packages.
  private static let baseSections: Set = ["kernel", "metapackages"]

  /// Returns the installed packages that are marked as manual, without the base system.
  ///
  /// - Parameters:
  ///   - manual: The output of `apt-mark showmanual`, a name on each line.
  ///   - all: The output of `dpkg-query` with ``MachineListing``'s format: name, version, priority,
  ///     section, whether it is essential, and the state, separated by tabs.
  static func chosen(manual: String, all: String) -> [MachinePackage]? {
    // The same name can be installed for two architectures.
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
