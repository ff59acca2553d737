/// A small gem, valid unless a test adds something invalid. RubyGems installs it.
///
/// ```swift
/// SampleGem("bcrypt", "3.1.18", needs: ["json": ">= 2"]).program("bcrypt")
///   .extension("bcrypt_ext")
/// ```
package struct SampleGem: Hashable, Sendable {
  /// A file of a gem.
  package struct File: Hashable, Sendable {
    package var path: String
    package var content: String
    package var isExecutable = false
  }

  /// A dependency with its requirement in the syntax of RubyGems, such as `>= 1, < 3`.
  package struct Dependency: Hashable, Sendable {
    package var name: String
    package var requirement: String
  }

  package let name: String
  package let version: String

  /// The platform in the file name and the metadata. `ruby` is the generic one.
  package var platform: String
  package var dependencies: [Dependency]

  /// The versions of Ruby that the gem accepts, or `nil` for all.
  package var ruby: String?

  /// The versions of RubyGems that the gem accepts, or `nil` for all.
  package var rubygems: String?

  /// The names of the executables in `exe`.
  package var executables: [String] = []

  /// The files that build native extensions.
  package var extensions: [String] = []
  package var files: [File]

  /// Creates a gem with one module, which `require "<name>"` loads. Its constant `VERSIONS` in the
  /// module `Sample` contains the version by the name of the gem.
  ///
  /// - Parameters:
  ///   - platform: The platform, or `nil` for the generic one.
  ///   - dependencies: The requirements by name. An empty one accepts all versions.
  package init(
    _ name: String, _ version: String, for platform: String? = nil,
    needs dependencies: KeyValuePairs<String, String> = [:], ruby: String? = nil
  ) {
    self.name = name
    self.version = version
    self.platform = platform ?? "ruby"
    self.dependencies = dependencies.map { Dependency(name: $0.key, requirement: $0.value) }
    self.ruby = ruby
    let loading = self.dependencies.map { "require \"\($0.name)\"\n" }.joined()
    files = [
      File(
        path: "lib/\(name).rb",
        content: """
          \(loading)module Sample
            VERSIONS ||= {}
            VERSIONS["\(name)"] = "\(version)"
          end

          """)
    ]
  }

  /// The version with the platform, as an index writes them: `1.17.2-x86_64-linux`.
  package var versionAndPlatform: String {
    platform == "ruby" ? version : "\(version)-\(platform)"
  }

  /// The name of the file, such as `ffi-1.17.2-x86_64-linux.gem`.
  package var fileName: String { "\(name)-\(versionAndPlatform).gem" }

  /// Returns the gem with an executable. Without a script, it prints the versions of all sample
  /// gems that are loaded, one on each line, and its arguments.
  package func program(_ name: String, script: String? = nil) -> SampleGem {
    var gem = self
    let printing = """
      require "\(self.name)"
      Sample::VERSIONS.sort.each { |name, version| puts "#{name} #{version}" }
      puts ARGV unless ARGV.empty?

      """
    gem.executables.append(name)
    gem.files.append(
      File(
        path: "exe/\(name)", content: "#!/usr/bin/env ruby\n" + (script ?? printing),
        isExecutable: true))
    return gem
  }

  /// Returns the gem with a native extension in C, which `require "<name>"` loads. It defines the
  /// global variable `$<name>` with the value 42.
  package func `extension`(_ name: String) -> SampleGem {
    let code = """
      #include <ruby.h>
      void Init_\(name)(void) { rb_gv_set("$\(name)", INT2FIX(42)); }

      """
    return file("ext/\(name)/\(name).c", code).extension(
      at: "ext/\(name)/extconf.rb",
      script: "require \"mkmf\"\ncreate_makefile(\"\(name)\")\n")
  }

  /// Returns the gem with a native extension that a given Ruby script builds.
  package func `extension`(at path: String, script: String) -> SampleGem {
    var gem = file(path, script)
    gem.extensions.append(path)
    return gem
  }

  /// Returns the gem with a need for another one. An empty requirement accepts all versions.
  package func needing(_ name: String, _ requirement: String) -> SampleGem {
    var gem = self
    gem.dependencies.append(Dependency(name: name, requirement: requirement))
    return gem
  }

  /// Returns the gem with another file.
  package func file(_ path: String, _ content: String) -> SampleGem {
    var gem = self
    gem.files.append(File(path: path, content: content))
    return gem
  }
}
