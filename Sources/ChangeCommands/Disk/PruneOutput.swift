internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Terminal
internal import Vocabulary
internal import Workflows

/// What `prune` prints about a plan, with paths as the session formats them.
struct PruneOutput {
  private let session: Session
  private let table: PruneTable

  init(_ session: Session, now: Int64) {
    self.session = session
    table = PruneTable(now: now) { session.formatAbsolutePath(FilePath($0)) }
  }

  /// Returns the number and size of what a plan removes.
  func amount(of plan: PrunePlan) -> PruneNotice.Amount {
    PruneNotice.Amount(
      versionCount: plan.installations.count, downloadCount: plan.downloads.count,
      byteCount: plan.byteCount)
  }

  /// Returns a row for each installation that a plan removes, and one for all downloads.
  func rows(of plan: PrunePlan) -> [[String]] {
    plan.installations.map { one in
      let installed = one.installed
      return table.row(
        "\(installed.tool) \(installed.version) (\(installed.id.abbreviated))", size: one.size,
        installed: one.time, lastUse: one.lastUse, packages: one.packages, one.reason)
    } + [table.row(downloads: plan.downloads.map(\.size))].compactMap(\.self)
  }

  /// Returns the notices about what a plan keeps for another reason than that it is needed.
  func notices(about plan: PrunePlan) -> [PruneNotice] {
    var notices = plan.projects.filter { !$0.reason.keepsNothing }.map { project in
      PruneNotice.projectUnclear(
        ProjectRemark(
          folder: session.formatAbsolutePath(project.folder), project.reason,
          keeping: project.installed.map { "\($0.tool) \($0.version)" }))
    }
    let used = plan.kept.filter { $0.reason == .used }
    if !used.isEmpty {
      notices.append(.keptForUse(versionCount: used.count, byteCount: used.byteCount))
    }
    let unsure = plan.kept.filter { $0.reason == .recordedAgain }
    if !unsure.isEmpty {
      notices.append(.keptForLoss(versionCount: unsure.count, byteCount: unsure.byteCount))
    }
    return notices
  }

  /// Returns the plan as JSON.
  ///
  /// - Parameters:
  ///   - isDone: Whether it was carried out.
  ///   - isInTrash: Whether what was removed can be restored.
  func json(of plan: PrunePlan, isDone: Bool, isInTrash: Bool) -> JSON {
    .object([
      "schema": 1, "pruned": .bool(isDone), "in_trash": .bool(isInTrash),
      "installations": .array(plan.installations.map(json)),
      "downloads": .object([
        "files": .number(plan.downloads.count),
        "size": .number(plan.downloads.reduce(0) { $0 + $1.size }),
      ]),
      "kept": .array(
        plan.kept.map { one in
          .object(
            members(of: one.installed, size: one.size)
              + [.init(name: "reason", value: .string(one.reason.rawValue))])
        }),
      "projects": .array(plan.projects.map(json)),
    ])
  }

  private func members(of installed: InstalledVersion, size: Int?) -> [JSON.Member] {
    [
      .init(name: "name", value: .string(installed.tool.text)),
      .init(name: "version", value: .string(installed.version.text)),
      .init(name: "id", value: .string(installed.id.description)),
      .init(name: "size", value: size.map { .number($0) } ?? .null),
    ]
  }

  private func json(of one: PrunePlan.Installation) -> JSON {
    .object(
      members(of: one.installed, size: one.size) + [
        .init(name: "installed", value: .time(one.time)),
        .init(name: "last_used", value: .time(one.lastUse)),
        .init(name: "packages", value: .strings(one.packages)),
        .init(name: "reason", value: .string(one.reason.code)),
        .init(name: "because", value: .string(table.text(of: one.reason))),
      ])
  }

  private func json(of project: PrunePlan.SurveyedProject) -> JSON {
    let remark = ProjectRemark(
      folder: session.formatAbsolutePath(project.folder), project.reason,
      keeping: project.installed.map { "\($0.tool) \($0.version)" })
    return .object([
      "path": .string(project.folder.string), "seen": .time(project.seen),
      "state": .string(project.reason.code),
      "because": .string(remark.sentence), "keeps": .strings(remark.titles),
    ])
  }
}

extension [PrunePlan.Kept] {
  /// The size of all files in bytes, as far as it is recorded.
  fileprivate var byteCount: Int { reduce(0) { $0 + ($1.size ?? 0) } }
}

extension UnneededReason {
  /// The stable name of the reason in JSON output.
  fileprivate var code: String {
    switch self {
    case .replaced: "replaced"
    case .otherContent: "other-content"
    case .projectMissing: "project-missing"
    case .projectWithoutFiles: "project-without-files"
    case .projectForgotten: "project-forgotten"
    case .unnamed: "unnamed"
    }
  }
}
