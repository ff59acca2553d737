package import Diagnostics
package import Manifests
internal import SourceKinds
package import Vocabulary

extension RegistryTexts {
  /// Returns the definitions of a valid registry.
  ///
  /// - Parameters:
  ///   - registry: The path or address of the registry as messages show it.
  ///   - origin: The statement that names the registry, or `nil` if there is none.
  /// - Throws: ``Problem/syntax(_:)`` with the problems of all texts, or ``Problem/sources(_:)`` if
  ///   there is no definition.
  package func definitions(
    in registry: String, origin: Origin?
  ) throws(Problem) -> [Definition] {
    let definitions: [Definition]
    do { definitions = try valid() } catch { throw .syntax(error) }
    if definitions.isEmpty {
      throw .sources([
        SourceProblem(
          source: "registry", origin: origin, fault: .own(.noDefinitions(in: registry)))
      ])
    }
    return definitions
  }
}

extension SourceFault {
  fileprivate static func noDefinitions(in registry: String) -> SourceFault {
    SourceFault(
      "no-definitions", "the registry has no definitions",
      [.requestOrigin, .detail(label: "registry", [registry])], exitCode: .unreadableManifest)
  }
}
