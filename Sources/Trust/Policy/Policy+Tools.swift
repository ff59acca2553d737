package import Diagnostics
package import Manifests
package import Projects
package import SourceKinds
package import Vocabulary

// Finds violations by a project's tools.
extension Policy {
  /// Returns the violations by the source and the definition of a declared tool. Requests nothing.
  ///
  /// - Parameters:
  ///   - tool: The declaration, with its definition if that states the source.
  ///   - registries: The addresses of the registries, keyed by their names in a lock.
  package func violations(
    of tool: DeclaredTool, registries: [String: String] = [:]
  ) -> [PolicyViolation] {
    var found: [PolicyViolation] = []
    if let source = tool.source?.name, let line = line(forbiddingSource: source) {
      found.append(.init(.source(source), line, tool: tool.name, origin: tool.origin))
    }
    if let registry = tool.definition?.registry {
      found += violations(ofRegistry: registry, registries, tool.name, tool.origin)
    }
    return found
  }

  /// Returns the violations by the registries that a Toolfile names.
  package func violations(of registries: [Toolfile.RegistryReference]) -> [PolicyViolation] {
    registries.compactMap { reference in
      let place = Self.place(ofRegistryAt: reference.address)
      return line(forbiddingRegistry: place).map {
        PolicyViolation(.registry(place), $0, origin: reference.origin)
      }
    }
  }

  /// Returns the place of a registry that a project names. It never equals the name of the built-in
  /// registry, even if a file has that name.
  private static func place(ofRegistryAt address: String) -> String {
    address == LockedDefinition.shippedRegistry ? "./" + address : address
  }

  /// Returns the violations by the stanzas of a lock.
  ///
  /// - Parameters:
  ///   - lock: The lock.
  ///   - project: The project that the lock belongs to.
  ///   - tools: The tools to check, or `nil` for all.
  ///   - platforms: The platforms to check, or `nil` for all.
  ///   - registries: The paths of the user's registries, keyed by their names.
  ///   - now: The time from which the age of releases is measured.
  package func violations(
    of lock: Lockfile, in project: Project, only tools: Set<ToolName>? = nil,
    on platforms: [Platform]? = nil, registries: [String: String] = [:], now: ReleaseTime
  ) -> [PolicyViolation] {
    if files.isEmpty { return [] }
    let addresses = lock.registryAddresses.merging(registries) { own, _ in own }
    return lock.tools.filter { tools?.contains($0.name) ?? true }.flatMap { tool in
      let origin = project.toolfile[tool.name]?.origin ?? lock.origin(of: tool.name, in: project)
      let kind = project.catalog[tool.declaration.source]
      let isBelieved = !(kind?.isLocal ?? false) || names(source: tool.declaration.source)
      let stated = tool.keepingStatements(of: isBelieved ? kind : nil)
      return violations(
        of: stated, on: platforms ?? tool.artifacts.map(\.platform), registries: addresses,
        origin: origin, now: now)
    }
  }

  /// Returns the violations by a stanza of a lock.
  ///
  /// - Parameters:
  ///   - tool: The stanza.
  ///   - platforms: The platforms to check.
  ///   - registries: The addresses of the registries, keyed by their names in a lock.
  ///   - origin: The location that asks for the tool, or `nil` if it is unknown.
  ///   - now: The time from which the age of the release is measured.
  private func violations(
    of tool: LockedTool, on platforms: [Platform], registries: [String: String], origin: Origin?,
    now: ReleaseTime
  ) -> [PolicyViolation] {
    func violation(
      _ matter: PolicyViolation.Matter, _ line: PolicyLine
    ) -> PolicyViolation {
      PolicyViolation(matter, line, tool: tool.name, version: tool.version, origin: origin)
    }
    var found = platforms.compactMap { PlannedInstallation(tool, for: $0) }
      .flatMap { violations(of: $0, origin: origin) }
    if let registry = tool.definition?.registry {
      found += violations(ofRegistry: registry, registries, tool.name, origin)
    }
    if let line = ruleAboutRegistries, hasEditedDefinition(tool) {
      found.append(violation(.editedDefinition, line))
    }
    let publisher = tool.verification?.publisher
    if let line = line(forbiddingPublisher: publisher) {
      found.append(violation(.publisher(publisher?.description), line))
    }
    if let least = requiredProvenance, (tool.lockedProvenance.map { $0 < least.value } ?? true) {
      found.append(
        violation(.provenance(tool.lockedProvenance, least: least.value), least.line))
    }
    if let least = minimumCooldown, !least.value.isOver(for: tool.released, at: now) {
      found.append(violation(.age(released: tool.released, least.value), least.line))
    }
    if tool.isTrustedOnFirstUse, let line = line(turningOff: .trustOnFirstUse) {
      found.append(violation(.firstUse, line))
    }
    return found.distinct
  }

  /// Returns the violations by the source of an installation, by the hosts of its files, and by
  /// code that runs during the installation. Copies in the root or in the project do not count,
  /// because a user or a repository can bring them.
  ///
  /// - Parameters:
  ///   - planned: The installation.
  ///   - origin: The location that asks for the tool, or `nil` if it is unknown.
  package func violations(
    of planned: PlannedInstallation, origin: Origin?
  ) -> [PolicyViolation] {
    func violation(
      _ matter: PolicyViolation.Matter, _ line: PolicyLine
    ) -> PolicyViolation {
      PolicyViolation(matter, line, tool: planned.tool, version: planned.version, origin: origin)
    }
    var found: [PolicyViolation] = []
    let source = planned.declaration.source
    if let line = line(forbiddingSource: source) { found.append(violation(.source(source), line)) }
    for file in planned.files {
      let forbidden = file.urls.compactMap { line(forbiddingFileAt: $0.text) }
      // It is enough if one address is permitted.
      if let first = forbidden.first, forbidden.count == file.urls.count {
        found.append(violation(.host(first.host), first.line))
      }
    }
    if planned.needsBuilding, let line = line(turningOff: .builds) {
      found.append(violation(.build, line))
    }
    return found.distinct
  }

  /// Returns the violation by a tool's definition, if any. The Toolfile's own definitions belong to
  /// no registry: like the options of a tool, they are judged by the source that they name.
  private func violations(
    ofRegistry name: String, _ addresses: [String: String], _ tool: ToolName, _ origin: Origin?
  ) -> [PolicyViolation] {
    if name == LockedDefinition.toolfileRegistry { return [] }
    let place = addresses[name].map(Self.place) ?? name
    guard let line = line(forbiddingRegistry: place) else { return [] }
    return [PolicyViolation(.registry(place), line, tool: tool, origin: origin)]
  }
}

/// Returns whether a stanza says that its definition is built in, although this program has another
/// definition of the tool, or none.
private func hasEditedDefinition(_ tool: LockedTool) -> Bool {
  guard let locked = tool.definition, locked.registry == LockedDefinition.shippedRegistry else {
    return false
  }
  let own = try? Registries([.shipped], .standard).definition(of: tool.name)
  return !(own?.agrees(with: locked) ?? false)
}

extension LockedTool {
  /// Returns the stanza without what its source cannot state. Only an edit can have added that.
  ///
  /// - Parameter kind: The kind of the source, or `nil` if it is unknown or not believed.
  fileprivate func keepingStatements(of kind: (any SourceKind.Type)?) -> LockedTool {
    var copy = self
    if !(kind?.statesTimes ?? false) { copy.released = nil }
    if !(kind?.statesPublishers ?? false) { copy.publisher = nil }
    if !(kind?.statesDigests(of: declaration) ?? false) { copy.isTrustedOnFirstUse = true }
    return copy
  }
}

extension Lockfile {
  /// Returns the location of a tool in a project's lock.
  fileprivate func origin(of tool: ToolName, in project: Project) -> Origin? {
    origin(of: tool, in: project.lockName)
  }

  /// The addresses of the registries, keyed by the names that stanzas use.
  fileprivate var registryAddresses: [String: String] {
    Dictionary(registries.map { ($0.name, $0.address) }) { first, _ in first }
  }
}

extension Cooldown {
  /// Returns whether a release is old enough at `now`. A release without a time never is.
  fileprivate func isOver(for released: ReleaseTime?, at now: ReleaseTime) -> Bool {
    seconds == 0
      || released.map { $0.secondsSince1970 + Int64(seconds) <= now.secondsSince1970 } ?? false
  }
}

extension [PolicyViolation] {
  fileprivate var distinct: [PolicyViolation] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
