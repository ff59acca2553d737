internal import Diagnostics
internal import Manifests
internal import SourceKinds

/// A review of the needs that the definitions of a registry state.
struct NeedReview: Sendable {
  private let definitions: [Definition]
  private let byName: [ToolName: Definition]
  private let registry: String
  private let registries: Registries

  /// Creates a review of the definitions of the registry called `registry`.
  init(_ definitions: [Definition], in registry: String, _ catalog: SourceCatalog) {
    self.definitions = definitions
    byName = Dictionary(definitions.map { ($0.name, $0) }) { first, _ in first }
    self.registry = registry
    registries = Registries([.init(name: registry, definitions), .shipped], catalog)
  }

  /// The needs that no registry defines, and the circles of needs.
  var problems: [SourceProblem] { undefined + circles }

  private var undefined: [SourceProblem] {
    let names = Set(registries.registries.flatMap { $0.definitions() }.map(\.name))
    return definitions.flatMap { definition in
      definition.needs.map(\.value).filter { !names.contains($0.value.tool) }.map {
        registries.undefined(
          Located($0.value.tool, at: $0.origin), neededBy: definition.name)
      }
    }
  }

  /// A problem for each circle. Versions may well exist that make it harmless, but its author
  /// should know.
  private var circles: [SourceProblem] {
    var reported: Set<ToolName> = []
    return definitions.compactMap { definition in
      if reported.contains(definition.name) { return nil }
      guard let circle = circle(through: definition) else { return nil }
      reported.formUnion(circle)
      let need = definition.needs.first { $0.value.value.tool == circle[1] }
      return SourceProblem(
        source: registry, tool: definition.name.text,
        origin: need?.value.origin ?? definition.origin,
        fault: .cycleOfNeeds(circle.map(\.text)))
    }
  }

  /// Returns the shortest chain of needs from a definition back to itself, or `nil` if there is
  /// none.
  private func circle(through definition: Definition) -> [ToolName]? {
    var seen: Set<ToolName> = []
    var chains = [[definition.name]]
    while !chains.isEmpty {
      var longer: [[ToolName]] = []
      for chain in chains {
        for need in chain.last.flatMap({ byName[$0] })?.needs ?? [] {
          let tool = need.value.value.tool
          if tool == definition.name { return chain + [tool] }
          if seen.insert(tool).inserted { longer.append(chain + [tool]) }
        }
      }
      chains = longer
    }
    return nil
  }
}
