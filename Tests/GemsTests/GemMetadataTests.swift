import Testing
import Versions

@testable import Gems

@Suite struct GemMetadataTests {
  private let bcrypt = """
    --- !ruby/object:Gem::Specification
    name: bcrypt
    version: !ruby/object:Gem::Version
      version: 3.1.18
    platform: ruby
    bindir: bin
    executables: []
    extensions:
    - ext/mri/extconf.rb
    require_paths:
    - lib
    dependencies:
    - !ruby/object:Gem::Dependency
      name: rake-compiler
      requirement: &1 !ruby/object:Gem::Requirement
        requirements:
        - - "~>"
          - !ruby/object:Gem::Version
            version: '0.9'
      type: :development
      prerelease: false
      version_requirements: *1
    - !ruby/object:Gem::Dependency
      name: json
      requirement: &2 !ruby/object:Gem::Requirement
        requirements:
        - - ">="
          - !ruby/object:Gem::Version
            version: 1.8
        - - "<"
          - !ruby/object:Gem::Version
            version: '3'
      type: :runtime
      prerelease: false
      version_requirements: *2
    required_ruby_version: !ruby/object:Gem::Requirement
      requirements:
      - - ">="
        - !ruby/object:Gem::Version
          version: '2.6'
    required_rubygems_version: !ruby/object:Gem::Requirement
      requirements:
      - - ">="
        - !ruby/object:Gem::Version
          version: '0'

    """

  @Test func `the fields of a gem`() throws {
    let gem = try GemMetadata(parsing: Array(bcrypt.utf8))
    #expect(gem.name.text == "bcrypt")
    #expect(gem.version == "3.1.18")
    #expect(gem.platform == .ruby)
    #expect(gem.extensions == ["ext/mri/extconf.rb"])
    #expect(gem.hasExtensions)
    #expect(gem.requirePaths == ["lib"])
    #expect(gem.bindir == "bin")
    #expect(gem.ruby.description == ">= 2.6")
    #expect(gem.rubygems == .any)
    #expect(gem.dependencies.map { "\($0.name) \($0.requirement)" } == ["json >= 1.8, < 3"])
  }

  @Test func `a gem of an old RubyGems names its platform in parts`() throws {
    let text = """
      --- !ruby/object:Gem::Specification
      name: ffi
      version: !ruby/object:Gem::Version
        version: "1.0"
      platform: !ruby/object:Gem::Platform
        cpu: x86
        os: mingw32
        version:
      dependencies:
      - !ruby/object:Gem::Dependency
        name: rake
        version_requirements: !ruby/object:Gem::Requirement
          requirements:
          - - !ruby/object:YAML::Syck::DefaultKey {}
            - !ruby/object:Gem::Version
              version: 0.8.7

      """
    let gem = try GemMetadata(parsing: Array(text.utf8))
    #expect(gem.platform.text == "x86-mingw32")
    #expect(gem.dependencies.map { "\($0.name) \($0.requirement)" } == ["rake = 0.8.7"])
  }

  @Test(arguments: ["executables", "extensions", "require_paths"])
  func `a path must stay in the gem`(field: String) {
    for path in ["../x", "/etc/passwd", "a/../../x", "\"a\\u001b[31m\"", "\"a\\0\""] {
      let text = "name: a\nversion: '1'\n\(field):\n- \(path)\n"
      #expect(throws: GemMetadataError.unsafePath(field: field), "\(path)") {
        try GemMetadata(parsing: Array(text.utf8))
      }
    }
  }

  @Test func `a field of another form is an error`() {
    for (text, field) in [
      ("version: '1'\n", "name"), ("name: ../a\nversion: '1'\n", "name"),
      ("name: a\nversion: x\n", "version"),
      ("name: a\nversion: '1'\nextensions: {}\n", "extensions"),
      ("name: a\nversion: '1'\ndependencies:\n- name: b\n", "dependencies"),
    ] {
      #expect(throws: GemMetadataError.field(field), "\(text)") {
        try GemMetadata(parsing: Array(text.utf8))
      }
    }
  }

  @Test(arguments: [
    "!ruby/object:Gem::Installer", "!ruby/hash:Gem::Requirement", "!ruby/regexp",
    "!ruby/object:ERB", "!ruby/object",
  ])
  func `an object of a class that RubyGems does not load is refused`(tag: String) {
    #expect(throws: GemMetadataError.tag(tag, line: 46)) {
      try GemMetadata(parsing: Array((bcrypt + "post_install_message: \(tag) {}\n").utf8))
    }
  }

  @Test func `tags without a class are ignored`() throws {
    let message = "post_install_message: !binary |\n  YQ==\ndescription: !!str 1\n"
    #expect(try GemMetadata(parsing: Array((bcrypt + message).utf8)).name.text == "bcrypt")
  }
}
