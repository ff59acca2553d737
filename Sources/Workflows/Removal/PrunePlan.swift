package import Diagnostics
package import Filesystem
package import Layout
package import Vocabulary

/// What a prune would remove, and what it would keep.
package struct PrunePlan: Sendable {
  /// The limits that the user sets to a prune.
  package struct Limits: Sendable {
    /// The number of newest versions of each tool to keep in any case.
    package var keptCount = 0
    /// The time in seconds for which a version must not have been used, nor a download or an unused
    /// version been here. With `nil`, only versions that were used in the last 30 days are kept.
    package var minimumAge: Int64?
    /// The folders of the projects to forget, as the user spells them.
    package var forgotten: [FilePath] = []

    /// Creates limits that keep only what was used in the last 30 days, and forget no project.
    package init() {}
  }

  /// An installation that nothing needs.
  package struct Installation: Hashable, Sendable {
    package let installed: InstalledVersion
    /// The size of its files in bytes, or `nil` if it is not recorded.
    package let size: Int?
    /// The time when it was recorded, in seconds since 1970, or `nil` if it is not recorded.
    package let time: Int64?
    /// The time of its last use, in seconds since 1970, or `nil` if it was never run.
    package let lastUse: Int64?
    /// The programs of the packages that would go with it, sorted.
    package let packages: [String]
    package let reason: UnneededReason
  }

  /// An installation that nothing needs, but that is kept.
  package struct Kept: Hashable, Sendable {
    package let installed: InstalledVersion
    /// The size of its files in bytes, or `nil` if it is not recorded.
    package let size: Int?
    package let reason: KeepReason
  }

  /// Why an installation that nothing needs is kept.
  package enum KeepReason: String, Sendable {
    /// Somebody used it in the last 30 days, perhaps in a folder that is not recorded.
    case used
    /// Its record was recreated in the last 30 days, perhaps because the store was lost, and with
    /// it the record of its projects.
    case recordedAgain = "recorded-again"
    /// It is younger than the user asks for.
    case young
    /// It is one of the newest versions of its tool.
    case newest
    /// It is a Ruby that runs the gems of an installation that stays.
    case runsGems = "runs-gems"
  }

  /// A kept download that nothing needs.
  package struct Download: Hashable, Sendable {
    package let digest: SHA256Digest
    /// The size in bytes.
    package let size: Int
  }

  /// The installations to remove, sorted by tool, oldest version first.
  package let installations: [Installation]
  /// The downloads to remove, in the order of their digests.
  package internal(set) var downloads: [Download]
  /// The installations that nothing needs, but that are kept.
  package let kept: [Kept]
  /// The recorded projects whose files do not decide what they need, sorted by path.
  package let projects: [SurveyedProject]

  /// A project whose files do not decide what it needs.
  package struct SurveyedProject: Hashable, Sendable {
    package let folder: FilePath
    /// The time when the project was last recorded, in seconds since 1970.
    package let seen: Int64
    package let reason: ProjectRemark.Reason
    /// The installations that it keeps.
    package let installed: [InstalledVersion]
  }

  /// Whether there is nothing to remove.
  package var isEmpty: Bool { installations.isEmpty && downloads.isEmpty }

  /// The size of everything that would be removed, in bytes.
  package var byteCount: Int {
    installations.reduce(0) { $0 + ($1.size ?? 0) } + downloads.reduce(0) { $0 + $1.size }
  }

  /// Returns the part of the plan that is also in `other`.
  func intersection(_ other: PrunePlan) -> PrunePlan {
    let installed = Set(other.installations.map(\.installed))
    let digests = Set(other.downloads.map(\.digest))
    return PrunePlan(
      installations: installations.filter { installed.contains($0.installed) },
      downloads: downloads.filter { digests.contains($0.digest) }, kept: kept, projects: projects)
  }
}
