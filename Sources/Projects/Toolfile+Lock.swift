package import Manifests

// What a Toolfile declares for a platform, compared with its lock.
extension Toolfile {
  /// Returns the tools that are declared for `platform`, also those of optional groups.
  package func tools(for platform: Platform) -> [Tool] {
    tools.filter { $0.platforms?.contains(platform) ?? true }
  }

  /// Returns the tools that are declared for `platform`, but of which `lock` has no file for it:
  /// they were declared after the lock was written, or a merge or an edit has removed their lines.
  /// A lock that does not cover `platform` at all lacks none of them.
  package func unlockedTools(in lock: Lockfile, for platform: Platform) -> [Tool] {
    guard lock.platforms.contains(platform) else { return [] }
    return tools(for: platform).filter { lock[$0.name]?.artifact(for: platform) == nil }
  }
}
