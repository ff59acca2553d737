package import Vocabulary

/// An executable that a locked tool provides, on all of its platforms or only on some.
package struct LockedExecutable: Hashable, Sendable {
  package let name: ExecutableName
  /// The platforms whose artifacts contain the executable, sorted by name and not empty, or `nil`
  /// for all platforms of the tool.
  package let platforms: [Platform]?

  /// Creates an executable. `platforms` must not be empty.
  package init(_ name: ExecutableName, on platforms: [Platform]? = nil) {
    self.name = name
    self.platforms = platforms?.sortedByName
  }

  /// Returns the executables of a tool, sorted by name.
  ///
  /// - Parameter names: The executables of the artifact for each platform.
  package static func merging(
    _ names: [Platform: some Collection<ExecutableName>]
  ) -> [LockedExecutable] {
    var platforms: [ExecutableName: [Platform]] = [:]
    for (platform, names) in names {
      for name in Set(names) { platforms[name, default: []].append(platform) }
    }
    return platforms.sorted { $0.key < $1.key }.map { name, found in
      LockedExecutable(name, on: found.count == names.count ? nil : found)
    }
  }

  /// Returns whether the tool's artifact for `platform` contains the executable.
  package func isFor(_ platform: Platform) -> Bool { platforms?.contains(platform) ?? true }
}

extension LockedTool {
  /// Returns the names of the executables on `platform`, sorted.
  package func executables(for platform: Platform) -> [ExecutableName] {
    provides.compactMap { $0.isFor(platform) ? $0.name : nil }
  }

  /// Whether the tool is known to be the same after ``keep(_:)``, because all of its lines are for
  /// all of its platforms, and these are among `platforms`.
  package func isKeptWhole(on platforms: [Platform]) -> Bool {
    !artifacts.isEmpty && artifacts.allSatisfy { platforms.contains($0.platform) }
      && provides.allSatisfy { $0.platforms == nil } && parts.isEmpty && verification == nil
  }

  /// Removes all artifacts, parts, and executables for platforms other than `platforms`, and the
  /// bundles that prove those files.
  package mutating func keep(_ platforms: [Platform]) {
    artifacts.removeAll { !platforms.contains($0.platform) }
    parts.removeAll { part in part.platform.map { !platforms.contains($0) } ?? false }
    verification = verification?.keeping(attestedFiles)
    let kept = artifacts.map(\.platform)
    provides = LockedExecutable.merging(
      Dictionary(kept.map { ($0, executables(for: $0)) }) { first, _ in first })
  }
}
