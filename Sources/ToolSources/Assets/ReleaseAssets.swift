package import Vocabulary

/// The files of a release, from which one is chosen for each platform.
///
/// The rules read only the names of the files:
///
/// 1. Files without programs, such as signatures and packages, are skipped, unless the word that
///    marks them is part of the tool's or repository's name.
/// 2. Among the others, the files of the tool are preferred to those of other tools.
/// 3. Of the files that suit the platform, ``AssetRank`` chooses one.
package struct ReleaseAssets: Sendable {
  private let names: [AssetName]

  /// Reads the names of a release's files.
  ///
  /// - Parameters:
  ///   - names: The names in any order.
  ///   - repository: The name of the repository, with or without its owner.
  ///   - tool: The name of the tool, which may differ from that of the repository.
  ///   - version: The release's tag or version.
  package init(_ names: [String], repository: String, tool: String, version: String) {
    let subject = AssetSubject(repository: repository, tool: tool, version: version)
    self.names = names.map { AssetName($0, of: subject) }
  }

  /// Returns the file to install on `platform`.
  ///
  /// A pattern limits the choice to the files that it matches. A pattern without wildcards
  /// overrules everything, and one with wildcards overrules the first rule. If `usesRosetta` is
  /// true, a file for x64 is chosen on Apple silicon if no other file suits.
  package func choice(
    for platform: Platform, matching pattern: AssetPattern? = nil, usesRosetta: Bool = false
  ) -> AssetChoice {
    if let pattern, pattern.isExact, let name = names.first(where: { pattern.matches($0.text) }) {
      return name.choice
    }
    var rejected: [RejectedAsset] = []
    func reject(_ name: AssetName, _ reason: AssetRejection) {
      rejected.append(RejectedAsset(name: name.text, reason: reason))
    }
    var candidates: [AssetName] = []
    var others: [AssetName] = []
    for name in names {
      if let pattern, !pattern.matches(name.text) {
        reject(name, .unmatched)
      } else if let reason = name.rejection {
        reject(name, reason)
        if pattern != nil, name.contents == reason { others.append(name) }
      } else {
        candidates.append(name)
      }
    }
    if pattern == nil, candidates.contains(where: { $0.isFirstChoice && !$0.systems.isEmpty }) {
      for name in candidates where name.looksLikeSource { reject(name, .source) }
      candidates.removeAll(where: \.looksLikeSource)
    }
    let groups = [
      candidates.filter(\.isFirstChoice), candidates.filter { !$0.isFirstChoice }, others,
    ]
    for group in groups {
      let best = Self.best(of: group, for: platform, usesRosetta: usesRosetta, reject: reject)
      if let best { return best.choice }
    }
    return .none(rejected)
  }

  /// Returns the best of the files that suit the platform, or `nil` if none does.
  private static func best(
    of names: [AssetName], for platform: Platform, usesRosetta: Bool,
    reject: (AssetName, AssetRejection) -> Void
  ) -> AssetName? {
    let closest = names.lazy.map(\.relation).min()
    let family = names.filter { $0.relation == closest }
    let target = AssetTarget(platform, usesRosetta: usesRosetta, family: family)
    var best: (rank: AssetRank, name: AssetName)?
    for name in names {
      switch name.relation == closest ? target.fit(of: name) : .rejected(.otherTool) {
      case .rejected(let reason): reject(name, reason)
      case .fits(let closeness):
        let rank = AssetRank(name, closeness: closeness, requiresMusl: target.requiresMusl)
        if best.map({ rank < $0.rank }) ?? true { best = (rank, name) }
      }
    }
    return best?.name
  }
}
