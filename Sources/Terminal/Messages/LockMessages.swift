package import Diagnostics
internal import Vocabulary

extension LockProblem {
  /// The message for this problem.
  var message: Message {
    switch self {
    case .missing(let toolfile):
      Message("no-lock", "no Toolfile.lock found next to the Toolfile")
        .detail("asked by", toolfile)
        .detail("run", "bootstrap lock")
    case .stale(let lock, let difference):
      difference.message(lock: lock)
    case .deviates(let deviations):
      LockDeviation.message(deviations)
    case .unsupportedPlatform(let platform, let lock, let locked):
      Message("unsupported-platform", "the lock does not cover \(platform)")
        .detail("asked by", lock)
        .detail("covers", locked)
        .detail("run", "bootstrap lock --add-platform \(platform)")
    case .unmetProvenance(let unmet): UnmetProvenance.message(unmet)
    case .missingAttestations(let unmet, let isSourceAsked):
      UnmetProvenance.missing(unmet, isSourceAsked: isSourceAsked)
    case .publishersChanged(let changes):
      PublisherChange.message(changes)
    case .unconfirmed(let tools, let directory):
      Message("unconfirmed", tools.headline("not confirmed"))
        .column("tools", tools.count == 1 ? [] : tools.map(\.description))
        .detail(
          "because",
          "no index has confirmed on this machine that it publishes what the lock contains"
        )
        .detail("run", bootstrapCommand("install", in: directory))
    case .unconfirmedStatement(let statement): statement.message
    case .conflict(let conflict): conflict.message
    case .undecided(let tools, let seconds, let retry):
      Message(
        "undecided",
        "no choice of versions was found within \(QuantityFormat.count(seconds, "second"))"
      )
      .detail("conflicts", tools.map(\.text))
      .detail(
        "try",
        tools.isEmpty ? nil : "require exact versions of some of these tools in the Toolfile"
      )
      .detail("run", commandLine(retry))
    case .systemTool(let tool, let path, let version, let needs, let pin):
      Message(
        "system-tool",
        version.map { "the system's \(tool) \($0) does not satisfy the requirements" }
          ?? "cannot determine the version of the system's \(tool)"
      )
      .detail("asked by", pin.description)
      .detail("path", path)
      .column("needed", needs)
      .detail(
        "try",
        tool == .ruby ? version.map { BuildProblem.remedy(lockingGemsFor: $0) } : nil
      )
      .detail("run", "bootstrap local --unset \(tool)")
    case .pinnedWithoutLock(let tool, let origin):
      Message(
        "pinned-without-lock", "\(tool) is pinned, but not locked, so it cannot be copied"
      )
      .detail("asked by", origin.withoutColumn.description)
      .detail("run", "bootstrap add \(tool)")
    }
  }
}

extension LockDifference {
  func message(lock: String) -> Message {
    var rest = self
    rest.isOutdated = false
    let headline =
      rest.isEmpty
      ? "Toolfile.lock was written by an older bootstrap"
      : "Toolfile.lock does not match the Toolfile"
    return Message("lock-is-stale", headline)
      .detail("asked by", lock)
      .column("added", added.map { "\($0.tool) (\($0.origin))" })
      .column("removed", removed.map(\.text))
      .column("changed", changed.map(\.words))
      .column(
        "mismatch", key: "at odds", mismatches.map(\.words)
      )
      .column("added", addedPlatforms.map { "platform \($0)" })
      .column("removed", removedPlatforms.map { "platform \($0)" })
      .column("added", addedRegistries.map { "registry \(printable($0))" })
      .column("removed", removedRegistries.map { "registry \(printable($0))" })
      .detail("because", isReordered ? "the Toolfile lists the registries in another order" : nil)
      .detail(
        "because",
        isOutdated ? "its content ids, executables, or declarations have an older form" : nil
      )
      .detail("run", "bootstrap lock")
  }
}

extension LockDeviation {
  /// Returns the message for all differences between a lock and its sources.
  static func message(_ deviations: [LockDeviation]) -> Message {
    let tools = Set(deviations.map(\.tool)).sorted()
    let isOfPublishers = deviations.allSatisfy { $0.aspect == .publisher }
    let isOfVersions = deviations.allSatisfy { $0.aspect == .version }
    let isMissingGems = deviations.allSatisfy(\.isMissingGem)
    let update = "`bootstrap lock --update \(tools.map(\.text).joined(separator: " "))`"
    let subject = isOfPublishers ? "names other publishers" : "contains other files"
    let verb = isOfPublishers ? ("states", "state") : ("publishes", "publish")
    return deviations.reduce(
      Message(
        "lock-deviates",
        isOfVersions
          ? "this machine knows files of the lock as those of other versions"
          : "the lock \(subject) than "
            + (tools.count == 1 ? "the source of \(tools[0]) \(verb.0)" : "its sources \(verb.1)")
      )
    ) { message, deviation in
      message.detail(
        "tool",
        "\(deviation.tool) \(deviation.version)" + (deviation.platform.map { ", \($0)" } ?? "")
      )
      .detail("asked by", deviation.origin?.description)
      .detail("locked", "\(deviation.aspect.rawValue) \(deviation.locked)")
      .detail(
        deviation.aspect == .version ? "known as" : "published",
        deviation.published.map { "\(deviation.aspect.rawValue) \($0)" } ?? deviation.absence)
    }
    .detail(
      "try",
      isMissingGems
        ? "run \(update) to lock gems that the index has; if these were not yanked, restore the "
          + "lock from version control"
        : "restore the lock from version control, or run \(update)"
    )
    .fact("deviations", .array(deviations.map(\.json)))
  }

  /// Whether the index does not contain the gem, such as after a yank.
  private var isMissingGem: Bool {
    published == nil && (aspect == .gem || (aspect == .file && locked.hasSuffix(".gem")))
  }

  /// The text to show in place of the published value that the source lacks.
  private var absence: String {
    aspect == .gem ? "no such gem of \(tool): it was yanked or never existed" : "none"
  }

  private var json: JSON {
    .object([
      "tool": .string(tool.text), "version": .string(version.text),
      "platform": .optional(platform?.rawValue),
      "aspect": .string(aspect.rawValue), "locked": .string(locked),
      "published": .optional(published), "origin": .optional(origin),
    ])
  }
}

extension LockDifference.Mismatch {
  /// The mismatch as text: `ruby 3.0 does not satisfy < 3, which fastlane 1.1 needs`.
  fileprivate var words: String {
    let end =
      switch origin {
      case .tool(let name, let version): ", which \(name) \(version) needs"
      case .file, .variable, .commandLine: " (\(origin))"
      }
    return "\(tool) \(version) does not satisfy \(requirement)\(end)"
  }
}

extension LockDifference.Change {
  /// The change as text: `ruff: "~> 0.16", now "~> 0.17" (Toolfile:3:14)`.
  ///
  /// The origin is not repeated if the last requirement already names it.
  var words: String {
    let place = "\(origin)"
    let file = origin.path.map { String($0.split(separator: "/").last ?? "") } ?? place
    let (locked, wanted) = aspect.words
    var now = wanted
    for end in [" (\(place))", " (\(file))"] where now.hasSuffix(end) {
      now.removeLast(end.count)
      break
    }
    let text =
      locked == Aspect.nothing
      ? "\(tool): added \(now)"
      : wanted == Aspect.nothing ? "\(tool): removed \(locked)" : "\(tool): \(locked), now \(now)"
    return now == wanted && locked.hasSuffix(" (\(place))") ? text : text + " (\(place))"
  }
}

extension LockDifference.Change.Aspect {
  /// The values in the lock and in the manifest.
  package var words: (locked: String, wanted: String) {
    switch self {
    case .wants(let locked, let wanted): (list(locked.map(\.words)), list(wanted.map(\.words)))
    case .declaration(let locked, let wanted):
      (list(locked.map { "\($0.key) \($0.value)" }), list(wanted.map { "\($0.key) \($0.value)" }))
    case .runtime(let tool, let needs, let oldest):
      ("for \(tool) \(needs)", "for \(tool) \(oldest)")
    case .artifacts(let platforms):
      ("no artifact for \(platforms.map(\.rawValue).joined(separator: ", "))", "required")
    case .provenance(let locked, let required):
      (
        locked.map { "a \($0.rawValue) publisher" } ?? "no publisher",
        "a \(required.rawValue) publisher is required"
      )
    }
  }

  fileprivate static let nothing = "nothing"

  private func list(_ words: [String]) -> String {
    words.isEmpty ? Self.nothing : words.joined(separator: ", ")
  }
}

extension LockDifference.Change.Want {
  fileprivate var words: String {
    (requirement.isEmpty ? "any version" : "\"\(requirement)\"")
      + (requester.map { " (\($0))" } ?? "")
  }
}
