/// What a term is about: which version of a package is chosen or, with a platform, whether the
/// package is needed there.
///
/// The second kind has a single release, which is never decided on. It is chosen exactly if a
/// requirement of the project or of a chosen release says so. See <doc:Resolution#Platforms>.
package struct TermSubject<World: Universe>: Hashable, Comparable, Sendable {
  package let package: World.Package

  /// The platform on which the package may be needed, or `nil` for its version.
  package let platform: World.Platform?

  /// Creates the subject of the version of a package, or of the need for it on a platform.
  init(_ package: World.Package, on platform: World.Platform? = nil) {
    self.package = package
    self.platform = platform
  }

  package static func < (left: TermSubject, right: TermSubject) -> Bool {
    if left.package != right.package { return left.package < right.package }
    switch (left.platform, right.platform) {
    case (let first?, let second?): return first < second
    case (nil, let second): return second != nil
    case (.some, nil): return false
    }
  }
}
