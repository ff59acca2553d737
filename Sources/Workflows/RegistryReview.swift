package import Diagnostics
internal import Locking
package import Manifests
internal import SourceKinds
package import ToolSources
internal import Versions
package import Vocabulary

/// A review of what the definitions of a registry resolve to, for their authors.
package struct RegistryReview: Sendable {
  /// What a definition resolves to on one platform.
  package struct Offer: Sendable {
    package let platform: Platform
    /// The name of the file, or `nil` if there is none, or if only its address states the name.
    package let fileName: String?
    /// The artifact with its executables, or the reason why there is none.
    package let artifact: Result<(Artifact, [ExecutableName]), Problem>
  }

  /// What a definition resolves to for one version.
  package struct Outcome: Sendable {
    package let tool: ToolName
    package let version: String
    /// The time of the release, or `nil` if it is unknown.
    package let released: ReleaseTime?
    package let offers: [Offer]
    /// Whether the source states no digests, so that the lock would trust the first download.
    package let isTrustedOnFirstUse: Bool
  }

  let sources: SourceProvider

  /// Creates a review that queries `sources`.
  package init(_ sources: SourceProvider) { self.sources = sources }

  /// Checks the syntax of a registry's texts, and the forms of its definitions and their needs.
  /// Sends no request.
  ///
  /// A need must be defined by the same registry, or by the one that ships with the program.
  ///
  /// - Returns: The definitions.
  /// - Throws: ``Problem`` with all problems of all texts.
  package func definitions(
    _ texts: RegistryTexts, in registry: String
  ) throws(Problem) -> [Definition] {
    var others = formProblems(texts.definitions, in: registry)
    let needs = NeedReview(texts.definitions, in: registry, sources.catalog)
    // A definition that cannot be read may be what another one needs.
    others += texts.problems == nil ? needs.problems : needs.circles
    others = others.withoutDuplicates
    if let problems = texts.problems {
      throw others.isEmpty ? .syntax(problems) : .several([.syntax(problems), .sources(others)])
    }
    if !others.isEmpty { throw .sources(others) }
    return try texts.definitions(in: registry, origin: nil)
  }

  /// Returns the problems of the definitions' forms.
  func formProblems(
    _ definitions: [Definition], in registry: String
  ) -> [SourceProblem] {
    definitions.flatMap { definition -> [SourceProblem] in
      if definition.isOfSystem { return [] }
      do throws(SourceError) {
        _ = try query(definition, in: registry, version: nil)
        return []
      } catch {
        guard case .problems(let problems) = error else { return [] }
        return problems
      }
    }
  }

  /// Returns what a definition resolves to for a version.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - registry: The registry, as a lock names it.
  ///   - version: The version, or `nil` for the newest. If there are only prereleases, `nil` means
  ///     the newest of these.
  /// - Throws: ``Problem`` if the source cannot be queried or has no such version.
  package func outcome(
    of definition: Definition, in registry: String, version: VersionText?
  ) async throws(Problem) -> Outcome {
    let candidates = try await mappingSourceErrors { () async throws(SourceError) in
      let query = try query(definition, in: registry, version: version)
      return try await Candidates(listing: query)
    }
    let platforms = definition.platforms ?? Platform.defaults
    let release = try candidates.newestOrPrerelease(for: platforms)
    var offers: [Offer] = []
    var isTrustedOnFirstUse = false
    var released: ReleaseTime?
    for platform in platforms {
      do {
        let content = try await mappingSourceErrors { () async throws(SourceError) in
          try await candidates.package.content(of: release, for: [platform])
        }
        guard let artifact = content.artifacts.first else { continue }
        isTrustedOnFirstUse = isTrustedOnFirstUse || content.isTrustedOnFirstUse
        released = released ?? content.released
        offers.append(
          Offer(
            platform: platform, fileName: candidates.package.file(of: release, for: platform)?.name,
            artifact: .success((artifact, content.executables(for: platform)))))
      } catch {
        if case .interrupted = error { throw error }
        offers.append(Offer(platform: platform, fileName: nil, artifact: .failure(error)))
      }
    }
    return Outcome(
      tool: definition.name, version: release.version.spelling, released: released,
      offers: offers, isTrustedOnFirstUse: isTrustedOnFirstUse)
  }

  /// Returns the query for a definition. See ``outcome(of:in:version:)``.
  ///
  /// - Parameter origin: The location that asks for the tool, or `nil` for that of the definition.
  func query(
    _ definition: Definition, in registry: String, version: VersionText?,
    askedBy origin: Origin? = nil
  ) throws(SourceError) -> SourceQuery {
    let applied: AppliedDefinition
    do {
      applied = try AppliedDefinition(definition, in: registry, sources.catalog)
    } catch {
      throw .problems([error])
    }
    let origin = origin ?? definition.origin
    let declared = DeclaredTool(definition.name, origin: origin).defined(by: applied)
    let exact = version.map { Requirement(exactly: $0.text) } ?? .any
    return try SourceQuery(
      for: declared, Located(exact, at: origin), on: definition.platforms ?? Platform.defaults,
      isStrict: false, in: sources)
  }
}
