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

  private static let question = """
    require "rbconfig"
    require "rubygems"
    puts RbConfig::CONFIG.values_at("ruby_version", "arch", "prefix"), RUBY_VERSION, Gem::VERSION
    """

  /// Queries the Ruby that the lock contains for the gems, or else the system's.
  ///
  /// - Throws: ``Problem/build(_:)`` if there is none, or it cannot be queried.
  init(for planned: PlannedInstallation, in root: Root, system: FilePath?) throws(Problem) {
    let pinned = planned.dependencies.first.map { root.folder(of: $0).appending("bin/ruby") }
    guard let program = pinned ?? system, program.isExecutableFile,
      let file = try? program.resolvingLinks()
    else { throw planned.problem(.noRuby(path: pinned?.string)) }
    let answer = try mappingFileErrors { () throws(FileError) in
      try ChildProcess.output(
        of: program, arguments: ["--disable=gems,rubyopt", "-e", Self.question],
        environment: Environment(["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]), limit: 16 << 10)
    }
    let words = String(decoding: answer ?? [], as: UTF8.self).split(separator: "\n")
    guard words.count == 5,
      words.allSatisfy({ word in !word.utf8.contains { $0 <= 0x20 || $0 == 0x22 } })
    else { throw planned.problem(.noRuby(path: program.string)) }
    interface = RubyInterface(
      abi: String(words[0]), platform: String(words[1]), program: program.string,
      file: file.string)
    folder = FilePath(words[2])
    version = String(words[3])
    rubygems = String(words[4])
    isOfSystem = pinned == nil
  }
}
