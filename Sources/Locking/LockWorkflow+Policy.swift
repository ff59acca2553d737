package import Diagnostics
package import Manifests
package import Projects
package import SourceKinds
internal import ToolSources
internal import Trust
package import Vocabulary

// Checks what the machine's policy permits.
extension LockWorkflow {
  /// The minimum age of releases that the policy requires, or `nil` if it requires none.
  package var minimumAge: MinimumAge? {
    sources.access.policy.minimumCooldown.map { MinimumAge(cooldown: $0.value, now: now) }
  }

  /// Checks the registries that a Toolfile names, before anything is requested from them.
  ///
  /// - Throws: ``Problem/policy(_:)`` with all forbidden registries.
  func checkPolicy(permitsRegistriesOf project: Project) throws(Problem) {
    try Self.check(sources.access.policy.violations(of: project.toolfile.registries))
  }

  /// Checks the sources and definitions of a Toolfile's tools, before anything is requested from
  /// the sources.
  ///
  /// - Throws: ``Problem/policy(_:)`` with everything that is forbidden.
  func checkPolicy(
    permitsToolsOf project: Project, _ definitions: [ToolName: AppliedDefinition],
    _ registries: [LockedRegistry]
  ) throws(Problem) {
    let policy = sources.access.policy
    let addresses = Dictionary(registries.map { ($0.name, $0.address) }) { first, _ in first }
    try Self.check(
      project.requests.flatMap { request in
        let declared = definitions[request.tool].map(request.declared.defined) ?? request.declared
        return policy.violations(of: declared, registries: addresses)
      })
  }

  /// Checks the source and the definition of a tool that no Toolfile declares, before anything is
  /// requested from the source.
  ///
  /// - Throws: ``Problem/policy(_:)`` with everything that is forbidden.
  package func checkPolicy(permits tool: DeclaredTool) throws(Problem) {
    let access = sources.access
    try Self.check(access.policy.violations(of: tool, registries: access.registryPaths))
  }

  /// Checks the stanzas of a lock.
  ///
  /// - Parameters:
  ///   - lock: The lock.
  ///   - project: The project that the lock belongs to.
  ///   - tools: The tools to check, or `nil` for all.
  ///   - platforms: The platforms to check, or `nil` for all.
  /// - Throws: ``Problem/policy(_:)`` with everything that is forbidden.
  package func checkPolicy(
    permits lock: Lockfile, of project: Project, only tools: Set<ToolName>? = nil,
    on platforms: [Platform]? = nil
  ) throws(Problem) {
    let access = sources.access
    try Self.check(
      access.policy.violations(
        of: lock, in: project, only: tools, on: platforms, registries: access.registryPaths,
        now: now))
  }

  private static func check(_ violations: [PolicyViolation]) throws(Problem) {
    if !violations.isEmpty { throw .policy(.forbidden(violations)) }
  }
}

extension LockRequest {
  /// Returns the request with the policy's requirement on publishers.
  func governed(by policy: Policy) -> LockRequest {
    var copy = self
    copy.project = project.governed(by: policy)
    return copy
  }
}

extension Project {
  /// Returns the project with the policy's requirement on publishers.
  func governed(by policy: Policy) -> Project {
    var copy = self
    copy.requiredProvenance = policy.demandOnPublishers
    return copy
  }
}

extension Policy {
  /// Returns the problem that tools of a project do not meet the policy's requirement on
  /// publishers. Returns `nil` if the project or a definition requires the same of one of them.
  func problem(with unmet: [UnmetProvenance], in project: Project) -> Problem? {
    let violations = unmet.compactMap { tool -> PolicyViolation? in
      guard let rule = rules.first(where: { $0.line.origin == tool.origin }) else { return nil }
      let least = demandOnPublishers?.value ?? .verified
      let found: Provenance? = tool.published == nil || least == .stated ? nil : .stated
      return PolicyViolation(
        .provenance(found, least: least), rule.line, tool: tool.tool, version: tool.version,
        origin: project.toolfile[tool.tool]?.origin
          ?? project.lock?.origin(of: tool.tool, in: project.lockName))
    }
    return violations.count == unmet.count ? .policy(.forbidden(violations)) : nil
  }
}
