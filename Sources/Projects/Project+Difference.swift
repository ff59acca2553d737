package import Diagnostics
package import Manifests
internal import SourceKinds
internal import Versions

extension Project {
  /// What the manifest asks and `lock` does not answer, and the other way about. Empty: the lock is current.
  package func difference(from lock: Lockfile) -> LockDifference {
    var difference = LockDifference()
    let wanted = Set(platforms)
    let covered = Set(lock.platforms)
    difference.addedPlatforms = wanted.subtracting(covered).map(\.rawValue).sorted()
    difference.removedPlatforms = covered.subtracting(wanted).map(\.rawValue).sorted()

    let requests = requests
    for request in requests {
      guard let locked = lock[request.tool] else {
        difference.added.append(.init(tool: request.tool.text, origin: request.wants[0].origin))
        continue
      }
      let changes = Self.changes(request, locked)
      difference.changed += changes
      // What is asked otherwise is asked anew in any case.
      if changes.isEmpty, let change = missingArtifacts(request, locked, covered) {
        difference.changed.append(change)
      }
    }
    let declared = Set(requests.map(\.tool))
    let needs = LockedNeeds(lock, from: requests.map(\.tool), system: systemTools)
    difference.added += needs.missing
    difference.changed += needs.stale(
      lock, declared: declared, pins: pinnedWants.filter { !declared.contains($0.key) })
    difference.changed += unservedNeeds(
      lock, among: needs.reached, but: Set(difference.changed.map(\.tool)), covered)
    difference.mismatches = mismatches(
      of: lock.tools.filter { needs.reached.contains($0.name) },
      but: Set(difference.changed.map(\.tool)))
    difference.removed = lock.tools.map(\.name).filter { !needs.reached.contains($0) }.map(\.text)
    return difference
  }

  /// What tools need on platforms for which it is not locked.
  ///
  /// - Parameter changed: tools that will be asked for anyway.
  private func unservedNeeds(
    _ lock: Lockfile, among reached: Set<ToolName>, but changed: Set<String>,
    _ covered: Set<Platform>
  ) -> [LockDifference.Change] {
    var seen = changed
    return lock.tools.flatMap { tool -> [LockDifference.Change] in
      if tool.needs.isEmpty || !reached.contains(tool.name) { return [] }
      return tool.needs.compactMap { need in
        guard let needed = lock[need.tool], needed.parts.isEmpty,
          toolfile.platforms != nil || toolfile[need.tool]?.platforms != nil
        else { return nil }
        let missing = tool.artifacts.map(\.platform).filter {
          covered.contains($0) && needed.artifact(for: $0) == nil
        }
        if missing.isEmpty || !seen.insert(need.tool.text).inserted { return nil }
        return LockDifference.Change(
          tool: need.tool.text, .artifacts(missing: missing.map(\.rawValue).sorted()),
          origin: .tool(name: tool.name.text, version: tool.version.text))
      }
    }
  }

  /// Locked versions that their own wants exclude: what one branch asks and what another chose, merged line by line.
  ///
  /// - Parameter changed: tools of which that is said already.
  private func mismatches(
    of tools: [LockedTool], but changed: Set<String>
  ) -> [LockDifference.Mismatch] {
    tools.compactMap { tool in
      guard let want = catalog.unfulfilledWant(of: tool), !changed.contains(tool.name.text) else {
        return nil
      }
      let place = request(for: tool.name)?.wants.first { $0.value == want }?.origin
      return LockDifference.Mismatch(
        tool: tool.name.text, version: tool.version.text,
        requirement: want.requirement.description,
        origin: place ?? want.requester.origin)
    }
  }

  /// What a lock that was cut or edited lacks: where the Toolfile names the platforms, each of them has an artifact.
  private func missingArtifacts(
    _ request: ToolRequest, _ locked: LockedTool, _ covered: Set<Platform>
  ) -> LockDifference.Change? {
    guard locked.parts.isEmpty, let wanted = request.declared.platforms ?? toolfile.platforms?.value
    else { return nil }
    let missing = wanted.filter { covered.contains($0) && locked.artifact(for: $0) == nil }
    if missing.isEmpty { return nil }
    return LockDifference.Change(
      tool: request.tool.text, .artifacts(missing: missing.map(\.rawValue).sorted()),
      origin: request.declared.origin)
  }

  private static func changes(
    _ request: ToolRequest, _ locked: LockedTool
  ) -> [LockDifference.Change] {
    var changes: [LockDifference.Change] = []
    let lockedWants = locked.wants.filter { !$0.requester.isTool }
    let wants = request.wants.map(\.value)
    if lockedWants != wants {
      changes.append(
        .init(
          tool: request.tool.text,
          .wants(locked: lockedWants.map(\.reported), wanted: wants.map(\.reported)),
          origin: request.wants.last?.origin ?? request.declared.origin))
    }
    // Where the Toolfile names no source, any user's default answers it.
    let declaration = request.declared.locked(
      from: request.declared.source?.name ?? locked.declaration.source)
    if declaration != locked.declaration {
      changes.append(
        .init(
          tool: request.tool.text,
          .declaration(
            locked: locked.declaration.words(apartFrom: declaration),
            wanted: declaration.words(apartFrom: locked.declaration)),
          origin: request.declared.origin))
    }
    return changes
  }
}

extension LockedTool.Want {
  var reported: LockDifference.Change.Want {
    .init(
      requirement: requirement.description,
      requester: requester == .toolfile ? nil : requester.description)
  }
}

extension LockedDeclaration {
  /// The words of this declaration that `other` does not have.
  fileprivate func words(apartFrom other: LockedDeclaration) -> [LockDifference.Change.Word] {
    (source == other.source ? [] : [.init("source", source)])
      + options.filter { !other.options.contains($0) }.map { .init($0.key, $0.value) }
  }
}
