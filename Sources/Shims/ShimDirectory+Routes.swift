internal import Filesystem
internal import Layout
internal import Manifests
internal import Selection
internal import Vocabulary

extension ShimDirectory {
  /// Returns the contents of the routes that can be read. A rehash replaces the others, or reports
  /// why that is not possible.
  func currentRoutes() throws(FileError) -> [ExecutableName: [UInt8]] {
    guard root.routes.exists else { return [:] }
    let parts = BlockingThread.resultsOfParts(of: try root.routes.entries()) { [root] entries in
      Result { () throws(FileError) in
        var routes: [(ExecutableName, [UInt8])] = []
        let folder = try root.routes.open()
        for entry in entries {
          guard let name = ExecutableName(entry),
            let bytes = try? folder.contents(of: entry, limit: 1 << 20)
          else { continue }
          routes.append((name, bytes))
        }
        return routes
      }
    }
    var routes: [ExecutableName: [UInt8]] = [:]
    for part in parts { for (name, bytes) in try part.get() { routes[name] = bytes } }
    return routes
  }

  /// Returns the route of an executable.
  func route(
    _ name: ExecutableName, _ providers: Providers, _ rules: PackageRules, _ guests: GuestRules
  ) -> Route {
    let tools = providers.tools.sorted()
    // The main program reads every `.tool-versions`, so the shim knows only the other files.
    let owners = IdiomaticFile.all.compactMap(\.tool?.description)
    let names = Set(tools.flatMap { guests.names(of: $0) }.map(\.text)).intersection(owners)
    return Route(
      of: tools.map { Array($0.text.utf8) }, isGuarded: isGuarded(name),
      guestNames: names.sorted().map { Array($0.utf8) },
      packages: tools.compactMap { tool in
        guard let rules = rules.ofTools[tool] else { return nil }
        return RoutedPackages(
          of: Array(tool.text.utf8), mayProvide: providers.withPackage.contains(tool),
          rules: rules.compactMap { $0.line(for: name) }.map { Array($0.utf8) })
      })
  }

  /// Writes the route of an executable. If the route changes, removes all seals first.
  ///
  /// - Parameter current: The content of the route, or `nil` to read it.
  func update(
    route name: ExecutableName, from current: [UInt8]?, to route: Route
  ) throws(FileError) {
    let text = route.bytes
    let path = root.routes.appending(name.text)
    var current = current
    if current == nil { current = try path.contentsIfPresent(limit: 1 << 20) }
    if current == text { return }
    try breakSeals()
    try path.replaceContents(with: text, isDurable: false)
  }
}
