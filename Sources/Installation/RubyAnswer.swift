internal import Diagnostics
internal import Filesystem

/// The facts that a Ruby reports about itself.
struct RubyAnswer: Equatable {
  let abi, platform: String
  let prefix: FilePath
  let version, rubygems: String
  /// The Ruby executable, even if a shim started it.
  let program: FilePath

  private static let question = """
    require "rbconfig"
    require "rubygems"
    puts RbConfig::CONFIG.values_at("ruby_version", "arch", "prefix")
    puts RUBY_VERSION, Gem::VERSION, RbConfig.ruby
    """

  /// Queries a Ruby. Returns `nil` if the Ruby gives no valid answer.
  init?(of program: FilePath) throws(Problem) {
    let output = try mappingFileErrors { () throws(FileError) in
      try ChildProcess.output(
        of: program, arguments: ["--disable=gems,rubyopt", "-e", Self.question],
        environment: Environment(["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]), limit: 16 << 10)
    }
    let words = String(decoding: output ?? [], as: UTF8.self).split(separator: "\n")
    guard words.count == 6,
      words.allSatisfy({ word in !word.utf8.contains { $0 <= 0x20 || $0 == 0x22 } })
    else { return nil }
    abi = String(words[0])
    platform = String(words[1])
    prefix = FilePath(words[2])
    version = String(words[3])
    rubygems = String(words[4])
    self.program = FilePath(words[5])
  }
}
