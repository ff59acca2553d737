internal import Gems
internal import Versions
internal import Vocabulary

/// The files of one version of a gem, at most one for each platform.
struct GemVariants: Sendable {
  /// The files in the order of the index, at least one.
  let gems: [IndexedGem]

  /// Returns the files that a Ruby on `platform` can use, the preferred one first: the file built
  /// for the platform, and then the generic one, for a Ruby that the first does not support.
  func candidates(for platform: Platform) -> [IndexedGem] {
    let matching = gems.filter { $0.platform.matches(platform) }
    let built = matching.filter { $0.platform != .ruby }.min {
      $0.platform.specificity(for: platform) < $1.platform.specificity(for: platform)
    }
    return [built, matching.first { $0.platform == .ruby }].compactMap(\.self)
  }

  /// Returns the file for `platform`, or `nil` if there is none.
  ///
  /// - Parameter ruby: The version of Ruby, or `nil` if any may be chosen.
  func gem(for platform: Platform, ruby: Version?) -> IndexedGem? {
    let candidates = candidates(for: platform)
    guard let ruby else { return candidates.first }
    return candidates.first { $0.admits(ruby) } ?? candidates.first
  }

  /// Returns the files for `platforms`, each once. Until the version of Ruby is known, a platform
  /// can have two.
  func gems(for platforms: [Platform], ruby: Version?) -> [IndexedGem] {
    var seen: Set<String> = []
    return platforms.flatMap { platform in
      let candidates = candidates(for: platform)
      if ruby != nil { return [gem(for: platform, ruby: ruby)].compactMap(\.self) }
      guard let built = candidates.first, candidates.count > 1, built.ruby != .any else {
        return Array(candidates.prefix(1))
      }
      return candidates
    }.filter { seen.insert($0.versionAndPlatform).inserted }
  }

  /// Returns what the files for `platforms` require of Ruby. A generic file that accepts more
  /// Rubies than the one for the platform can replace it.
  func runtime(for platforms: [Platform], ruby: Version?) -> Requirement {
    .joining(
      platforms.compactMap { platform in
        ruby == nil
          ? candidates(for: platform).last?.runtime : gem(for: platform, ruby: ruby)?.runtime
      })
  }
}

extension IndexedGem {
  /// Returns whether the gem accepts a version of Ruby.
  func admits(_ version: Version) -> Bool {
    (try? runtime.versions(in: version.scheme).contains(version)) ?? true
  }
}
