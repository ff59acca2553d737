package import Diagnostics
package import Manifests
internal import SourceKinds
internal import Versions
package import Vocabulary

extension Project {
  /// The tools that the Toolfile declares but the lock does not contain yet, in the order of the
  /// Toolfile, except tools that the system provides. Empty if there is no lock.
  package var unlockedTools: [Toolfile.Tool] {
    guard let lock else { return [] }
    let system = systemTools
    return toolfile.tools.filter { lock[$0.name] == nil && !system.contains($0.name) }
  }

  /// Returns the tools whose version is the same in an earlier lock, but whose request differs,
  /// such as in its requirement or executables.
  ///
  /// - Parameters:
  ///   - old: The earlier lock, or `nil` if there was none.
  ///   - changes: The tools that differ in their versions, which are left out.
  package func requestChanges(
    since old: Lockfile?, besides changes: [LockChange]
  ) -> [LockDifference.Change] {
    guard let old else { return [] }
    let changed = difference(from: old).changed.filter { change in
      // The missing artifacts belong to platforms that are reported as added.
      if case .artifacts = change.aspect { return false }
      return !changes.contains { $0.tool == change.tool }
    }
    let known = Set(changes.map(\.tool) + changed.map(\.tool))
    return changed + definitionChanges(since: old).filter { !known.contains($0.tool) }
  }

  /// Returns the tools whose definition, verified publisher, or `with` lines differ from those in
  /// an earlier lock. For example, the definition has other steps now, or a tool that the build
  /// uses was updated.
  private func definitionChanges(since old: Lockfile) -> [LockDifference.Change] {
    (lock?.tools ?? []).compactMap { tool in
      guard let previous = old[tool.name] else { return nil }
      let (used, uses) = (previous.dependencies, tool.dependencies)
      var locked = used.titles(besides: uses).map {
        LockDifference.Change.DeclarationEntry("with", $0)
      }
      var wanted = uses.titles(besides: used).map {
        LockDifference.Change.DeclarationEntry("with", $0)
      }
      let (proof, newProof) = (previous.verification?.publisher, tool.verification?.publisher)
      if proof != newProof {
        locked += [proof].compactMap(\.self).map { .init("verified", "\($0)") }
        wanted += [newProof].compactMap(\.self).map { .init("verified", "\($0)") }
      }
      if let before = previous.definition?.declaration, let now = tool.definition?.declaration {
        locked = before.entries(missingFrom: now) + locked
        wanted = now.entries(missingFrom: before) + wanted
      }
      if locked.isEmpty, wanted.isEmpty { return nil }
      return .init(
        tool: tool.name, .declaration(locked: locked, wanted: wanted),
        origin: lock?.origin(of: tool.name, in: lockName) ?? .commandLine)
    }
  }

  /// Returns the differences between `lock` and the manifest, empty if the lock is current.
  package func difference(from lock: Lockfile) -> LockDifference {
    var difference = differenceBesidesTools(from: lock)
    let covered = Set(lock.platforms)
    let requests = requests
    for request in requests {
      guard let locked = lock[request.tool] else {
        difference.added.append(.init(tool: request.tool, origin: request.wants[0].origin))
        continue
      }
      let changes = Self.changes(request, locked)
      difference.changed += changes
      // A tool whose request changed is resolved again anyway.
      if changes.isEmpty, let change = missingArtifacts(request, locked, covered) {
        difference.changed.append(change)
      }
    }
    let declared = Set(requests.map(\.tool))
    let needs = LockedNeeds(lock, from: requests.map(\.tool), system: systemTools)
    difference.added += needs.missing
    difference.changed += needs.stale(
      lock, declared: declared, pins: pinnedWants.filter { !declared.contains($0.key) })
    difference.changed += gemsForNewerRubies(lock, among: needs.reached)
    difference.changed += unservedNeeds(
      lock, among: needs.reached, excluding: Set(difference.changed.map(\.tool)), covered)
    difference.mismatches = mismatches(
      of: lock.tools.filter { needs.reached.contains($0.name) },
      excluding: Set(difference.changed.map(\.tool)))
    difference.changed += missingProofs(
      lock, among: needs.reached, excluding: Set(difference.changed.map(\.tool)))
    difference.removed = lock.tools.map(\.name).filter { !needs.reached.contains($0) }
    return difference
  }

  /// Returns the differences in platforms and registries, and whether the lock has an older form.
  private func differenceBesidesTools(from lock: Lockfile) -> LockDifference {
    var difference = LockDifference()
    difference.isOutdated = lock.tools.contains { $0.isOutdated || $0.hasOlderDeclaration }
    let wanted = Set(platforms)
    let covered = Set(lock.platforms)
    difference.addedPlatforms = wanted.subtracting(covered).sortedByName
    difference.removedPlatforms = covered.subtracting(wanted).sortedByName
    let named = toolfile.registries.map(\.address)
    let locked = lock.registries.map(\.address)
    difference.addedRegistries = named.filter { !locked.contains($0) }
    difference.removedRegistries = locked.filter { !named.contains($0) }
    difference.isReordered =
      difference.addedRegistries.isEmpty && difference.removedRegistries.isEmpty && named != locked
    return difference
  }

  /// Returns the locked tools that the Toolfile's own definitions define differently now. Like all
  /// definitions, these stay as they were locked until an update.
  package func redefinedTools(in lock: Lockfile) -> [ToolName] {
    let own = Dictionary(toolfile.definitions.map { ($0.name, $0.digest) }) { first, _ in first }
    return lock.tools.filter { tool in
      guard let definition = tool.definition else { return false }
      let isOwn = definition.registry == LockedDefinition.toolfileRegistry
      return (isOwn ? definition.digest : nil) != own[tool.name]
    }.map(\.name)
  }

  /// Returns the needed tools that have no artifact in the lock for a platform on which another
  /// tool needs them.
  ///
  /// - Parameters:
  ///   - lock: The lock to check.
  ///   - reached: The tools whose needs to check.
  ///   - changed: The tools to omit, because they are resolved again anyway.
  ///   - covered: The platforms of the lock.
  private func unservedNeeds(
    _ lock: Lockfile, among reached: Set<ToolName>, excluding changed: Set<ToolName>,
    _ covered: Set<Platform>
  ) -> [LockDifference.Change] {
    var seen = changed
    return lock.tools.flatMap { tool -> [LockDifference.Change] in
      if tool.needs.isEmpty || !reached.contains(tool.name) { return [] }
      return tool.needs.compactMap { need in
        guard let needed = lock[need.tool], needed.parts.isEmpty else { return nil }
        let missing = tool.artifacts.map(\.platform).filter {
          covered.contains($0) && needed.artifact(for: $0) == nil
        }
        if missing.isEmpty || !seen.insert(need.tool).inserted { return nil }
        return LockDifference.Change(
          tool: need.tool, .artifacts(missing: missing.sortedByName),
          origin: .tool(name: tool.name.text, version: tool.version.text))
      }
    }
  }

  /// Returns the gem tools that do not work with the oldest system Ruby that the Toolfile accepts
  /// now. The Toolfile named another oldest version, or none, when the lock was written.
  private func gemsForNewerRubies(
    _ lock: Lockfile, among reached: Set<ToolName>
  ) -> [LockDifference.Change] {
    guard let oldest = oldestSystemVersions[.ruby] else { return [] }
    return lock.tools.compactMap { tool in
      guard tool.isGem, reached.contains(tool.name),
        let need = tool.needs.first(where: { need in
          need.tool == .ruby && !((try? need.requirement.admits(oldest.version)) ?? true)
        })
      else { return nil }
      return LockDifference.Change(
        tool: tool.name,
        .runtime(
          need.tool, needs: need.requirement.description, oldest: oldest.version.spelling),
        origin: oldest.requirement.origin)
    }
  }

  /// Returns the locked versions that their own `wants` lines exclude.
  ///
  /// Such a version can result from a line-by-line merge that combines a requirement from one
  /// branch with a version from another.
  ///
  /// - Parameters:
  ///   - tools: The locked tools to check.
  ///   - changed: The tools to omit, because they are reported as changed already.
  private func mismatches(
    of tools: [LockedTool], excluding changed: Set<ToolName>
  ) -> [LockDifference.Mismatch] {
    tools.compactMap { tool in
      guard let want = catalog.unsatisfiedWant(of: tool), !changed.contains(tool.name) else {
        return nil
      }
      let wantOrigin = request(for: tool.name)?.wants.first { $0.value == want }?.origin
      return LockDifference.Mismatch(
        tool: tool.name, version: tool.version,
        requirement: want.requirement.description,
        origin: wantOrigin ?? want.requester.origin)
    }
  }

  /// Returns the required platforms for which the lock has no artifact of a tool, or `nil` if there
  /// are none.
  ///
  /// An artifact can be missing from a lock that was truncated, merged, or edited by hand.
  private func missingArtifacts(
    _ request: ToolRequest, _ locked: LockedTool, _ covered: Set<Platform>
  ) -> LockDifference.Change? {
    if !locked.parts.isEmpty { return nil }
    let wanted = request.declared.platforms ?? platforms
    let missing = wanted.filter { covered.contains($0) && locked.artifact(for: $0) == nil }
    if missing.isEmpty { return nil }
    return LockDifference.Change(
      tool: request.tool, .artifacts(missing: missing.sortedByName),
      origin: request.declared.origin)
  }

  /// Returns the differences between a request and the stanza of the tool.
  private static func changes(
    _ request: ToolRequest, _ locked: LockedTool
  ) -> [LockDifference.Change] {
    var changes: [LockDifference.Change] = []
    let lockedWants = locked.wants.filter { !$0.requester.isTool }
    let wants = request.wants.map(\.value)
    if lockedWants != wants {
      changes.append(
        .init(
          tool: request.tool,
          .wants(locked: lockedWants.map(\.reported), wanted: wants.map(\.reported)),
          origin: request.wants.last?.origin ?? request.declared.origin))
    }
    let declared = request.declared.declared
    if declared != locked.declared {
      changes.append(
        .init(
          tool: request.tool,
          .declaration(
            locked: locked.declared.entries(missingFrom: declared),
            wanted: declared.entries(missingFrom: locked.declared)),
          origin: request.declared.origin))
    }
    return changes
  }
}

extension LockedTool.Want {
  /// The requirement in the form that a ``LockDifference`` contains.
  var reported: LockDifference.Change.Want {
    .init(
      requirement: requirement.description,
      requester: requester == .toolfile ? nil : requester.description)
  }
}

extension LockedDeclaration {
  /// Returns the keys and values of this declaration that `other` does not contain. For a build,
  /// returns only the steps that differ.
  fileprivate func entries(
    missingFrom other: LockedDeclaration
  ) -> [LockDifference.Change.DeclarationEntry] {
    options.filter { !other.options.contains($0) }.flatMap { option in
      guard option.key == Self.buildKey else {
        return [LockDifference.Change.DeclarationEntry(option.key, option.value)]
      }
      return steps.enumerated().compactMap { index, step in
        index < other.steps.count && other.steps[index] == step
          ? nil : .init("step \(index + 1)", "`\(step)`")
      }
    }
  }
}

extension LockedDefinition {
  /// What the definition resolved to, as a declaration of the tool.
  fileprivate var declaration: LockedDeclaration {
    LockedDeclaration(source: source, options: options)
  }
}

extension [LockedBuildDependency] {
  /// Returns the tools in these lines that are missing from the others, each with its version and,
  /// if the others have the same version, the content id. Ignores platforms that the others lack.
  fileprivate func titles(besides others: Self) -> [String] {
    let platforms = Set(others.map(\.platform))
    var seen: Set<ToolName> = []
    return compactMap { line in
      let used = line.dependency
      guard platforms.contains(line.platform), !others.contains(line),
        seen.insert(used.tool).inserted
      else { return nil }
      let isOtherBuild = others.contains {
        $0.dependency.tool == used.tool && $0.dependency.version == used.version
      }
      return "\(used.tool) \(used.version)" + (isOtherBuild ? " (\(used.id.abbreviated))" : "")
    }
  }
}
