package import Versions

/// The sets that requirements of the manifest mean.
extension VersionSet: VersionSetAlgebra {
  package static var empty: VersionSet { .none }

  package init(only version: Version) { self = .exact(version) }

  package init(from lower: Version?, upTo upper: Version?) {
    self = lower.map(VersionSet.atLeast) ?? .all
    if let upper { self = intersection(.before(upper)) }
  }
}
