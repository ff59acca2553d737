internal import Diagnostics

// The faults that are specific to gems.
extension SourceFault {
  /// The fault of a machine without any configured index and without RubyGems.
  static let noGemIndex = SourceFault(
    "no-gem-index", "no gem index is configured",
    [
      .detail(
        label: "looked in",
        ["BOOTSTRAP_GEM_INDEX", "config", "the mirrors of Bundler, the settings of RubyGems"]),
      .detail(label: "try", ["export BOOTSTRAP_GEM_INDEX=<URL of a compact index>"]),
    ])

  /// The fault of a gem that contradicts its line in the index.
  static func contradictoryGem(file: String, states: String) -> SourceFault {
    SourceFault(
      "contradictory-gem", "the gem \(file) is not the one that the index lists",
      [.requestOrigin, .detail(label: "contains", [states])], exitCode: .notTrusted)
  }

  /// The fault of a gem whose dependencies differ from those in the index. The graph was resolved
  /// from the index, so it may lack a gem or contain a wrong version.
  static func contradictoryNeeds(file: String, inGem: [String], inIndex: [String]) -> SourceFault {
    SourceFault(
      "contradictory-gem-needs", "the gem \(file) needs other gems than the index states",
      [
        .requestOrigin, .detail(label: "gem", inGem.isEmpty ? ["needs none of these"] : inGem),
        .detail(label: "index", inIndex.isEmpty ? ["states none of these"] : inIndex),
      ], exitCode: .notTrusted)
  }

  /// The fault of a gem whose requirements on Ruby or RubyGems differ from those in the index, such
  /// as `ruby >= 3.3` and `ruby >= 2.0`.
  static func contradictoryRuntime(file: String, inGem: String, inIndex: String) -> SourceFault {
    SourceFault(
      "contradictory-gem-runtime",
      "the gem \(file) has other requirements on Ruby or RubyGems than the index states",
      [
        .requestOrigin, .detail(label: "gem", ["needs \(inGem)"]),
        .detail(label: "index", ["states \(inIndex)"]),
      ], exitCode: .notTrusted)
  }

  /// The fault of a gem whose metadata cannot be read.
  static func unreadableGem(file: String, reason: String) -> SourceFault {
    SourceFault(
      "unreadable-gem", "the metadata of the gem \(file) cannot be read",
      [.requestOrigin, .detail(label: "because", [reason])], exitCode: .unreachable)
  }
}
