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
  /// The version of its RubyGems, such as `3.6.2`.
  let rubygems: String
  /// Whether the Ruby is the system's rather than one that the lock contains.
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
    // A version manager's shim chooses a Ruby by the folder and the environment. The gems need one
    // and the same.
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

  /// Returns the folders that the Ruby may use in the sandbox of builds: its own folder, which a
  /// version manager keeps in the home folder. A folder that contains the home folder is left out,
  /// because a build must not read the user's files.
  func folders(besides home: FilePath?) -> [FilePath] {
    func resolved(_ path: FilePath) -> FilePath { (try? path.resolvingLinks()) ?? path }
    let own = resolved(folder)
    return home.map { resolved($0).isPart(of: own) } ?? false ? [] : [own]
  }
}

extension FilePath {
  /// Whether the file begins with the path of an interpreter.
  fileprivate var isScript: Bool { (try? bytes(0..<2)) == Array("#!".utf8) }
}
