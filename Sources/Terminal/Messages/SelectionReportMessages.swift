package import Diagnostics
internal import Vocabulary

extension SelectionReport {
  /// The report as rows of a table.
  var rows: [[String]] {
    var rows = steps.map { [$0.tool.text, "\($0.origin): \($0.outcome.sentence)"] }
    if let installation { rows.append(["installation", installation]) }
    if let shim {
      rows.append(["shim", shim + (isShimOnPath ? "" : ", whose folder is not on PATH")])
    }
    if let shimReason { rows.append(["direct mode", "left to the shim: \(shimReason.sentence)"]) }
    rows += programs.map { program in
      let relation =
        !program.hidesShim
        ? ", hidden by the shim"
        : program.isSelected ? ", which is selected" : ", which hides the shim"
      return ["PATH", program.path + (shim == nil || !isShimOnPath ? "" : relation)]
    }
    return rows
  }

  /// The members of the report in JSON.
  package var members: [JSON.Member] {
    [
      .init(
        name: "steps",
        value: .array(
          steps.map { step in
            .object([
              "tool": .string(step.tool.text), "origin": .origin(step.origin),
              "outcome": .string(step.outcome.code),
              "version": .optional(step.outcome.version?.description),
              "because": .string(step.outcome.sentence),
            ])
          })),
      .init(name: "installation", value: installation.map(JSON.path) ?? .null),
    ]
  }

  /// The members about the programs of the name in JSON.
  package var programMembers: [JSON.Member] {
    [
      .init(name: "shim", value: shim.map(JSON.path) ?? .null),
      .init(name: "shim_on_path", value: .bool(isShimOnPath)),
      .init(name: "shim_because", value: .optional(shimReason?.sentence)),
      .init(
        name: "programs",
        value: .array(
          programs.map {
            .object(["path": .path($0.path), "hides_shim": .bool($0.hidesShim)])
          })),
    ]
  }
}

extension ShimReason {
  /// The reason, without a period.
  var sentence: String {
    switch self {
    case .notInstalled: "the pinned version is not installed"
    case .system: "the pin leaves it to the system"
    case .notAccepted: "you have not accepted it for this project"
    case .packageManager: "its shim sets variables for its package manager"
    case .shared(let executable, let tool): "\(tool) may provide `\(executable)` too"
    }
  }
}

extension SelectionReport.Outcome {
  /// What the step contributed, without a period.
  var sentence: String {
    switch self {
    case .unset: "not set"
    case .silent: "does not name it"
    case .alias(let name): "names it `\(name)`, which is only an alias"
    case .decides(let version): "\(version), which decides"
    case .overridden(let version?): "\(version), overridden"
    case .overridden(nil): "overridden"
    case .lacksExecutable(let version): "\(version), which does not provide the name"
    case .misfit(.path(let path), let version): "\(version), which was built for \(path)"
    case .misfit(.system(let built, let current), let version):
      "\(version), which was built for \(built), not for \(current)"
    case .misfit(.ruby(let abi, let program), let version):
      "\(version), whose gems need Ruby \(abi) at \(program)"
    case .withheld(let version): "\(version), which may not be used for the name yet"
    case .otherPlatform(let version): "\(version), but not for this platform"
    case .passedOver(let reason): "passed over: \(reason.sentence)"
    case .faulty(let problem): problem.messages.first?.headline ?? "cannot be read"
    }
  }

  /// The version that the step names, or `nil` if it names none.
  var version: PinnedVersion? {
    switch self {
    case .decides(let version), .lacksExecutable(let version), .misfit(_, let version),
      .withheld(let version), .otherPlatform(let version):
      version
    case .overridden(let version): version
    case .unset, .silent, .alias, .passedOver, .faulty: nil
    }
  }

  /// The name of the outcome in JSON.
  var code: String {
    switch self {
    case .unset: "unset"
    case .silent: "silent"
    case .alias: "alias"
    case .decides: "decides"
    case .overridden: "overridden"
    case .lacksExecutable: "lacks-executable"
    case .misfit: "misfit"
    case .withheld: "withheld"
    case .otherPlatform: "other-platform"
    case .passedOver: "passed-over"
    case .faulty: "faulty"
    }
  }
}
