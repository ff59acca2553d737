internal import Diagnostics

extension ToolfileReader {
  /// Reads `known_as github: ["mozilla/sops"]`.
  ///
  /// - Parameter areNumbered: Whether the versions of the packages are those of the tool.
  mutating func readForeignPackages(
    _ line: ToolfileStatement, areNumbered: Bool
  ) -> [ForeignPackage] {
    let sources = ForeignPackage.Source.allCases
    rejectOptions(of: line, except: sources.map(\.rawValue))
    if line.arguments.isEmpty { reportMissing(.text("\(sources[0].rawValue):"), line) }
    var packages: [ForeignPackage] = []
    for argument in line.arguments {
      guard let key = argument.key, let source = ForeignPackage.Source(rawValue: key.name) else {
        continue
      }
      var values = [argument.value]
      if case .array(let list) = argument.value.content { values = list }
      packages += values.compactMap { value -> ForeignPackage? in
        guard let name = readText(value, of: key.name, expected: .stringOrStrings) else {
          return nil
        }
        let package = ForeignPackage(name, in: source, hasToolVersions: areNumbered)
        if package == nil {
          report(.foreignPackage(name, source: key.name), at: value.position)
        }
        return package
      }
    }
    return packages
  }
}
