internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Locking
internal import Manifests
internal import Projects
internal import Terminal
internal import Vocabulary
internal import Workflows

/// `lock --check`: whether the lock is what `lock` would write.
struct LockCheck {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// Checks the lock of the project in `folder`, and prints how it differs.
  func run(_ folder: FilePath) async throws(Problem) -> ExitCode {
    for option in ["--accept-publisher", "--add-platform", "--remove-platform"]
    where !session.arguments.values(of: option).isEmpty {
      throw session.contradiction("--check", option)
    }
    let project = try Project.load(
      folder, in: session.files, session.environment, formatPath: session.formatPath)
    let update = try LockCommand.update(project, session)
    do {
      _ = try LockPolicy.frozen.currentLock(of: project)
    } catch {
      // A stale lock is a result of the check, not an error.
      guard case .project(.lock(.stale)) = error else { throw error }
      // The command that the denial recommends would not update the tools.
      if update != .nothing { return try await check(project, after: update) }
      session.console.deny(error, [.init(name: "current", value: .bool(false))])
      return .failure
    }
    let isOnline = session.arguments.has("--online")
    let yanked = isOnline ? try await compareWithSources(project) : []
    if update != .nothing { return try await check(project, after: update) }
    let members: [JSON.Member] = [
      .init(name: "schema", value: 1), .init(name: "current", value: true),
    ]
    session.console.print(
      [],
      json: .object(
        isOnline ? members + [.init(name: "yanked", value: .array(yanked.map(\.json)))] : members))
    session.console.report(.lock(.isCurrent(isOnline: isOnline)))
    session.reportOtherDefinitions(of: project, in: project.lock)
    let unpublished = (project.lock?.tools ?? []).filter(\.isTrustedOnFirstUse).map(\.name)
    if isOnline, !unpublished.isEmpty {
      session.console.report(.publisher(.digestsNotCompared(unpublished)))
    }
    return .success
  }

  /// Checks that the sources still have the files of the lock, and that its verified publishers can
  /// be proved again. Returns the locked versions that the sources have yanked.
  private func compareWithSources(_ project: Project) async throws(Problem) -> [YankedVersion] {
    let locking = try ChangeContext(session).locking()
    let comparison = try await Consent(session: session).asking { () async throws(Problem) in
      try await locking.sourceComparison(of: project)
    }
    if !comparison.deviations.isEmpty { throw .project(.lock(.deviates(comparison.deviations))) }
    if !comparison.unproven.isEmpty {
      throw .project(.lock(LockProblem(unproven: comparison.unproven, isSourceAsked: true)))
    }
    // The files are still the locked files, so this is not a deviation.
    for one in comparison.yanked {
      session.console.report(
        .publisher(
          one.gem.map { .yankedGem($0, tool: one.tool, version: one.version) }
            ?? .yanked(tool: one.tool, version: one.version, reason: one.reason)))
    }
    return comparison.yanked
  }

  /// Checks whether an update would change the lock.
  private func check(
    _ project: Project, after update: LockUpdate
  ) async throws(Problem) -> ExitCode {
    let locking = try ChangeContext(session).locking()
    let result = try await Consent(session: session).asking { () async throws(Problem) in
      try await locking.resolve(
        LockRequest(project, replacing: project.lock, updating: update))
    }
    let console = session.console
    let changes = result.changes(since: project.lock)
    let isCurrent = result.lock == project.lock
    if console.isJSON {
      console.print(
        [],
        json: .object([
          "schema": 1, "current": .bool(isCurrent), "changes": .array(changes.map(\.json)),
          "gem_changes": .array(result.lock.gemChanges(since: project.lock).map(\.json)),
        ]))
    } else if isCurrent {
      console.report(.update(.nothingToUpdate(toolCount: result.lock.tools.count)))
    } else {
      for change in changes { console.report(change.notice) }
      for notice in result.lock.gemNotices(since: project.lock) { console.report(notice) }
      console.report(.lock(.wouldChange(changeCount: changes.count)))
    }
    return isCurrent ? .success : .failure
  }
}

extension YankedVersion {
  fileprivate var json: JSON {
    .object([
      "name": .string(tool.text), "version": .string(version.text),
      "detail": .string(reason), "gem": .optional(gem),
    ])
  }
}
