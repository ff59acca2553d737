internal import Gems
internal import SourceKinds
package import Versions

/// The versions of Ruby with the same minor number, and the gems that they contain.
///
/// A lock never contains `bundler` or `rubygems`, because each Ruby has its own. A requirement on
/// one of them is therefore one on Ruby. Both can be updated within a Ruby, so an edition satisfies
/// every version from its own up to that of the next edition.
struct RubyEdition: Sendable {
  /// The first version of Ruby in the edition.
  let ruby: String
  /// The versions of Bundler and of RubyGems that the edition satisfies.
  let bundler, rubygems: VersionSet

  /// The first versions of Ruby, of Bundler, and of RubyGems in each edition.
  private static let firsts = [
    ("0", "0", "0"), ("2.6", "1.17", "3.0"), ("2.7", "2.1", "3.1"), ("3.0", "2.2", "3.2"),
    ("3.1", "2.3", "3.3"), ("3.2", "2.4", "3.4"), ("3.3", "2.5", "3.5"), ("3.4", "2.6", "3.6"),
    ("4.0", "4.0", "4.0"),
  ]

  /// The editions, oldest first. The first one also represents all earlier ones, and the last one
  /// all later ones. A lock asks for them for each requirement of each gem.
  static let all: [RubyEdition] = firsts.indices.map { index in
    let (first, next) = (firsts[index], index + 1 < firsts.count ? firsts[index + 1] : nil)
    return RubyEdition(
      ruby: first.0, bundler: versions(from: first.1, before: next?.1),
      rubygems: versions(from: first.2, before: next?.2))
  }

  private static func versions(from first: String, before next: String?) -> VersionSet {
    let text = ">= \(first)" + (next.map { ", < \($0).a" } ?? "")
    return (try? Requirement(parsing: [text]).versions(in: GemKind.scheme)) ?? .all
  }

  /// Returns the requirement on Ruby that a requirement on Bundler or RubyGems implies, or `nil` if
  /// every Ruby satisfies it.
  ///
  /// - Parameters:
  ///   - requirement: The requirement.
  ///   - gem: The versions of Bundler or RubyGems of an edition.
  static func requirement(
    from requirement: Requirement, on gem: (RubyEdition) -> VersionSet
  ) -> Requirement? {
    guard requirement != .any, let admitted = try? requirement.versions(in: GemKind.scheme) else {
      return nil
    }
    let fitting = all.indices.filter { !gem(all[$0]).isDisjoint(with: admitted) }
    guard let first = fitting.first, let last = fitting.last else { return nil }
    var clauses: [String] = []
    if first > 0 { clauses.append(">= \(all[first].ruby)") }
    if last + 1 < all.count { clauses.append("< \(all[last + 1].ruby)") }
    return clauses.isEmpty ? nil : try? Requirement(parsing: clauses)
  }
}

extension GemKind {
  /// The first version of each edition of Ruby, for explanations.
  package static let rubies = RubyEdition.all.dropFirst().compactMap {
    try? Version(parsing: $0.ruby, scheme: .general)
  }
}

extension IndexedGem {
  /// The requirement on Ruby, including those on Bundler and RubyGems.
  var runtime: Requirement { .joining([ruby] + impliedRequirements.map(\.ruby)) }

  /// The requirements on Bundler and RubyGems that exclude some Rubies: `bundler < 2`.
  var runtimeReasons: [String] { impliedRequirements.map { "\($0.name) \($0.requirement)" } }

  /// The requirements on gems that are part of Ruby, each with the one on Ruby that it implies.
  private var impliedRequirements: [(name: String, requirement: Requirement, ruby: Requirement)] {
    let stated =
      [(name: "rubygems", requirement: rubygems)]
      + dependencies.filter(\.name.isPartOfRuby).map { ($0.name.text, $0.requirement) }
    return stated.compactMap { name, requirement in
      RubyEdition.requirement(
        from: requirement, on: name == "bundler" ? \.bundler : \.rubygems
      ).map { (name, requirement, $0) }
    }
  }

  /// The gems that the gem needs, without those that are part of Ruby.
  var gems: [GemDependency] { dependencies.filter { !$0.name.isPartOfRuby } }
}

extension Requirement {
  /// Returns a requirement that is satisfied if all `requirements` are.
  static func joining(_ requirements: [Requirement]) -> Requirement {
    let others = requirements.filter { $0 != .any }
    if others.count < 2 { return others.first ?? .any }
    return (try? Requirement(parsing: others.map(\.description))) ?? others[0]
  }

  /// The simplest requirement with the same meaning for versions of Ruby.
  var simplifiedForRuby: Requirement {
    guard let versions = try? versions(in: .general), versions != .all, !versions.isEmpty,
      let simple = try? Requirement(parsing: [versions.description]),
      (try? simple.versions(in: .general)) == versions
    else { return self }
    return simple
  }
}
