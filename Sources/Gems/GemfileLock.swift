/// Bundler's lock, which contains the versions of a project's gems.
package struct GemfileLock: Sendable {
  package static let maximumByteCount = 1 << 20

  /// A place that gems come from.
  package struct Source: Hashable, Sendable {
    /// A kind of source.
    package enum Kind: String, Sendable {
      case rubygems = "GEM"
      case git = "GIT"
      case path = "PATH"
      case plugin = "PLUGIN SOURCE"
    }

    package let kind: Kind

    /// The addresses or the folder of the source.
    package internal(set) var remotes: [String] = []
  }

  /// A gem that the Gemfile names.
  package struct RequestedGem: Hashable, Sendable {
    package let gem: GemDependency

    /// Whether the Gemfile says where the gem comes from.
    package let isPinned: Bool
  }

  package internal(set) var sources: [Source] = []

  /// The gems in the order of the lock. A version can have a gem for each of several platforms.
  package internal(set) var gems: [BundledGem] = []

  /// The platforms as written.
  package internal(set) var platforms: [String] = []
  package internal(set) var dependencies: [RequestedGem] = []

  /// The version of Ruby as written, such as `ruby 3.4.1p0`, or `nil` if the lock states none.
  package internal(set) var ruby: String?

  /// The version of Bundler that wrote the lock, or `nil` if the lock states none.
  package internal(set) var bundler: String?

  /// Parses a lock. Ignores unknown sections.
  ///
  /// - Throws: ``GemfileLockError`` if the text is not a lock of Bundler.
  package init(parsing bytes: [UInt8]) throws(GemfileLockError) {
    guard bytes.count <= Self.maximumByteCount else { throw .tooLong(byteCount: bytes.count) }
    var parser = GemfileLockParser()
    try parser.parse(bytes)
    self = parser.lock
  }

  /// Creates a lock without gems.
  init() {}

  /// Returns the gem `name` and all gems that it needs, without those that the lock lacks. Empty if
  /// the lock does not contain `name`.
  package func graph(of name: GemName) -> [BundledGem] {
    let byName = Dictionary(grouping: gems, by: \.name)
    var reached: Set<GemName> = [name]
    var pending = [name]
    while let next = pending.popLast() {
      for dependency in (byName[next] ?? []).flatMap(\.dependencies)
      where reached.insert(dependency.name).inserted {
        pending.append(dependency.name)
      }
    }
    return gems.filter { reached.contains($0.name) }
  }
}
