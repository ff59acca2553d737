internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Projects

/// The Ruby that installs and runs the gems of a tool.
struct RubyProgram: Sendable {
  let interface: RubyInterface
  /// The folder that contains the Ruby, with `bin/ruby` in it.
  let folder: FilePath
  /// The version of the Ruby, such as `3.4.1`.
  let version: String
  /// The version of the Ruby's RubyGems, such as `3.6.2`.
  let rubygems: String
  /// Whether this is the system's Ruby rather than a Ruby from the lock.
  let isOfSystem: Bool

  /// Queries the Ruby that the lock contains for the gems, or else the system's.
  ///
  /// - Throws: ``Problem/build(_:)`` if there is none, or it cannot be queried.
  init(for planned: PlannedInstallation, in root: Root, system: FilePath?) throws(Problem) {
    let pinned = planned.dependencies.first.map { root.folder(of: $0).appending("bin/ruby") }
    guard let named = pinned ?? system, named.isExecutableFile else {
      throw planned.problem(.noRuby(path: pinned?.string))
    }
    guard var answer = try RubyAnswer(of: named) else {
      throw planned.problem(.noRuby(path: named.string))
    }
    var program = named
    // A version manager's shim selects a Ruby by folder and environment, but the gems always need
    // the same one.
    if pinned == nil, named.isScript {
      program = answer.program
      guard !program.isScript, let other = try RubyAnswer(of: program), other == answer else {
        throw planned.problem(.noRuby(path: named.string))
      }
      answer = other
    }
    guard let file = try? program.resolvingLinks() else {
      throw planned.problem(.noRuby(path: named.string))
    }
    interface = RubyInterface(
      abi: answer.abi, platform: answer.platform, program: program.string, file: file.string)
    folder = answer.prefix
    version = answer.version
    rubygems = answer.rubygems
    isOfSystem = pinned == nil
  }

  /// Returns the folders that builds may read for the Ruby. This is the Ruby's own folder, which
  /// may be in the home folder, for example if a version manager installed it. A folder that
  /// contains the home folder is omitted, because builds must not read the user's files.
  func folders(besides home: FilePath?) -> [FilePath] {
    func resolved(_ path: FilePath) -> FilePath { (try? path.resolvingLinks()) ?? path }
    let own = resolved(folder)
    return home.map { resolved($0).isPart(of: own) } ?? false ? [] : [own]
  }
}

extension FilePath {
  /// Whether the file starts with an interpreter line (`#!`).
  fileprivate var isScript: Bool { (try? bytes(0..<2)) == Array("#!".utf8) }
}
