internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Vocabulary

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

  /// The needs that no registry defines, and the cycles of needs.
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

  /// A problem for each cycle. Conditions on versions may make it harmless, but the author should
  /// know.
  var circles: [SourceProblem] {
    let candidates = definitionsBetweenCircles
    var reported: Set<ToolName> = []
    return definitions.compactMap { definition in
      if reported.contains(definition.name) || !candidates.contains(definition.name) { return nil }
      guard let circle = circle(through: definition, among: candidates) else { return nil }
      reported.formUnion(circle)
      let need = definition.needs.first { $0.value.value.tool == circle[1] }
      return SourceProblem(
        source: registry, tool: definition.name,
        origin: need?.value.origin ?? definition.origin,
        fault: .declaration(.cycleOfNeeds(circle.map(\.text))))
    }
  }

  /// The definitions that are in a cycle, or on a path from one cycle to another. All others are
  /// removed in linear time, so that long chains of needs are not searched repeatedly.
  private var definitionsBetweenCircles: Set<ToolName> {
    var needs = byName.mapValues { definition in
      Set(definition.needs.map(\.value.value.tool)).filter { byName[$0] != nil }
    }
    // First removes those that lead to no cycle, then those that no cycle leads to.
    for _ in 0..<2 {
      var needing: [ToolName: Set<ToolName>] = needs.mapValues { _ in [] }
      for (tool, needed) in needs {
        for other in needed { needing[other]?.insert(tool) }
      }
      var ends = needs.filter(\.value.isEmpty).map(\.key)
      while let end = ends.popLast() {
        needs[end] = nil
        for tool in needing[end] ?? [] {
          needs[tool]?.remove(end)
          if needs[tool]?.isEmpty == true { ends.append(tool) }
        }
      }
      needs = needing.filter { needs[$0.key] != nil }.mapValues { $0.filter { needs[$0] != nil } }
    }
    return Set(needs.keys)
  }

  /// Returns the shortest chain of needs from a definition back to itself, or `nil` if there is
  /// none.
  private func circle(
    through definition: Definition, among candidates: Set<ToolName>
  ) -> [ToolName]? {
    /// For each found tool, the tool that needs it.
    var needing: [ToolName: ToolName] = [:]
    var found = [definition.name]
    var position = 0
    while position < found.count {
      let tool = found[position]
      position += 1
      for need in byName[tool]?.needs.map(\.value.value.tool) ?? [] {
        if need == definition.name {
          var chain = [tool]
          while let previous = needing[chain[chain.count - 1]] { chain.append(previous) }
          return chain.reversed() + [need]
        }
        guard candidates.contains(need), needing[need] == nil else { continue }
        needing[need] = tool
        found.append(need)
      }
    }
    return nil
  }
}
