/// The contents of a route, the file `shims/.routes/<executable>`.
///
/// ```
/// !
/// node
/// +
/// +NPM_CONFIG_PREFIX={packages}
/// .
/// ```
///
/// A route lists the tools that provide the executable, one per line. The line `!` comes first if a
/// project may use the executable only with the user's consent. Lines that begin with `=` follow,
/// with what files of other version managers call the tools. Lines that begin with `+` are about
/// the packages of the tool before them (``RoutedPackages``). The last line, `.`, is the name of no
/// tool and marks the route as complete: after a power failure, a file may be empty, cut short, or
/// partly filled with zeros.
package struct Route {
  /// Whether a project may use the executable only with the user's consent.
  package let isGuarded: Bool
  /// The names of the tools in files of other version managers, other than those in ``tools``.
  package let guestNames: [[UInt8]]
  /// The names of the tools.
  package let tools: [[UInt8]]
  /// What the route states about packages, for the tools that have a package manager.
  package let packages: [RoutedPackages]

  private static var feed: UInt8 { UInt8(ascii: "\n") }
  private static var end: UInt8 { UInt8(ascii: ".") }
  private static var guardMark: UInt8 { UInt8(ascii: "!") }
  private static var nameMark: UInt8 { UInt8(ascii: "=") }
  private static var packageMark: UInt8 { UInt8(ascii: "+") }

  /// Creates the contents of a new route.
  package init(
    of tools: [[UInt8]], isGuarded: Bool, guestNames: [[UInt8]] = [],
    packages: [RoutedPackages] = []
  ) {
    self.tools = tools
    self.guestNames = guestNames
    self.isGuarded = isGuarded
    self.packages = packages
  }

  /// Parses the bytes of a route, or returns `nil` if it is not complete.
  package init?(_ bytes: [UInt8]) {
    if !bytes.withSpan(Self.isComplete) { return nil }
    var lines = bytes[..<(bytes.count - 3)].split(separator: Self.feed).map(Array.init)
    isGuarded = lines.first == [Self.guardMark]
    if isGuarded { lines.removeFirst() }
    let names = lines.prefix { $0.first == Self.nameMark }
    guestNames = names.map { Array($0.dropFirst()) }
    lines.removeFirst(names.count)
    if !bytes.contains(Self.packageMark) {
      tools = lines
      packages = []
      return
    }
    var tools: [[UInt8]] = []
    var packages: [RoutedPackages] = []
    for line in lines {
      guard line.first == Self.packageMark else {
        tools.append(line)
        continue
      }
      guard let tool = tools.last else { return nil }
      if packages.last?.tool != tool { packages.append(RoutedPackages(of: tool)) }
      if line.count == 1 {
        packages[packages.count - 1].mayProvide = true
      } else {
        packages[packages.count - 1].rules.append(Array(line.dropFirst()))
      }
    }
    self.tools = tools
    self.packages = packages
  }

  /// Returns what the route states about the packages of a tool, or `nil` if the tool has no
  /// package manager.
  package func packages(of tool: [UInt8]) -> RoutedPackages? {
    packages.first { $0.tool == tool }
  }

  /// Returns whether the bytes are those of a complete route.
  package static func isComplete(_ bytes: Span<UInt8>) -> Bool {
    let count = bytes.count
    guard count > 3, bytes[count - 1] == feed, bytes[count - 2] == end, bytes[count - 3] == feed
    else { return false }
    for index in 0..<count where bytes[index] == 0 { return false }
    return true
  }

  /// Returns whether the bytes are those of a complete route that lists a tool.
  package static func lists(_ tool: [UInt8], in bytes: Span<UInt8>) -> Bool {
    if !isComplete(bytes) { return false }
    var start = 0
    while start < bytes.count {
      let end = LineBoundary.find(in: bytes, from: start)
      if bytes.matches(start..<end, tool) { return true }
      start = end + 1
    }
    return false
  }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = isGuarded ? [Self.guardMark, Self.feed] : []
    for name in guestNames { bytes += [Self.nameMark] + name + [Self.feed] }
    for tool in tools {
      bytes += tool + [Self.feed]
      guard let packages = packages(of: tool) else { continue }
      if packages.mayProvide { bytes += [Self.packageMark, Self.feed] }
      for rule in packages.rules { bytes += [Self.packageMark] + rule + [Self.feed] }
    }
    return bytes + [Self.end, Self.feed]
  }
}
