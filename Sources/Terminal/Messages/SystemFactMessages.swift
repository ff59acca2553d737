internal import Diagnostics
internal import Vocabulary

extension [SystemFact] {
  /// One message for all requirements that the machine does not meet.
  var message: Message {
    let headline =
      count == 1
      ? "this machine does not meet the Toolfile's requirement for `\(self[0].name)`"
      : "this machine does not meet \(count) of the Toolfile's requirements"
    return Message("system-requirement", headline)
      .column("wanted", map(\.wanted))
      .column("found", map(\.found))
      .column("printed", compactMap(\.output))
      .column("try", remedies)
  }

  /// The advice: one sentence for all system packages, and one for each requirement of Xcode.
  private var remedies: [String] {
    let others = filter { !$0.isXcode }
    let update = "install or update \(count == 1 ? "it" : "them") with the system's package manager"
    return (others.isEmpty ? [] : [update]) + filter(\.isXcode).map(\.xcodeRemedy)
  }
}

extension SystemFact {
  fileprivate var wanted: String {
    (requirement.isEmpty ? "\(name)" : "\(name) \(requirement)") + " (\(origin.withoutColumn))"
  }

  fileprivate var found: String {
    let place = path ?? program
    return switch state {
    case .met(let version), .unfit(let version): "\(name) \(version) at \(place)"
    case .unreadable: "\(place), which reports no version"
    case .silent(let seconds): "\(place), which did not answer within \(seconds) s"
    case .missing: "no `\(program)` on PATH"
    }
  }

  /// What the program printed instead of a version, or `nil` if it printed nothing.
  fileprivate var output: String? {
    if case .unreadable(let output?) = state { concealed(output) } else { nil }
  }

  /// Whether this is about Xcode, which no package manager provides.
  fileprivate var isXcode: Bool { program == "xcodebuild" }

  fileprivate var xcodeRemedy: String {
    switch state {
    // Every Mac has the program, which fails if there is no Xcode.
    case .missing:
      "put the line in a block `on \"macos-arm64\", \"macos-x64\" do`, because Xcode needs macOS"
    case .met, .unfit, .unreadable, .silent:
      "install Xcode\(requirement.isEmpty ? "" : " \(requirement)"), then select it: "
        + "`sudo xcode-select --switch /Applications/Xcode.app`"
    }
  }
}
