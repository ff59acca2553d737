import Filesystem
import Manifests
import Sandboxes
import Testing
import Vocabulary

@testable import ToolSources

/// The gem index in the settings of Bundler and RubyGems.
@Suite struct GemSettingsTests {
  private static let mirror = "http://127.0.0.1:8080/mirror"

  /// Returns the setting found in a home folder with these Bundler settings.
  private func setting(
    bundler lines: [String] = [], variables: [String: String] = [:]
  ) throws -> Located<String>? {
    let home = try TemporaryDirectory()
    try home.path.appending(".bundle").makeDirectory()
    try home.path.appending(".bundle/config").createFile(
      with: (["---"] + lines).map { $0 + "\n" }.joined().utf8)
    let environment = variables.merging(["HOME": home.path.string]) { own, _ in own }
    return GemSettings(configured: nil, environment: Environment(environment)).setting
  }

  @Test(arguments: [
    // The forms that current and earlier versions of `bundle config set` write.
    "BUNDLE_MIRROR__HTTPS://GEMS__EXAMPLE__ORG/: \"\(mirror)\"",
    "BUNDLE_MIRROR__HTTPS://GEMS__EXAMPLE__ORG: \(mirror)",
    "BUNDLE_MIRROR__HTTPS://GEMS.EXAMPLE.ORG/: '\(mirror)'",
    "\"BUNDLE_MIRROR__HTTPS://GEMS__EXAMPLE__ORG/\": \"\(mirror)\"",
    "BUNDLE_MIRROR__HTTP://MY___GEMS__EXAMPLE__ORG:8443/PATH/: \"\(mirror)\"",
    "BUNDLE_MIRROR__HTTPS://USER@GEMS__EXAMPLE__ORG/A%20B/: \"\(mirror)\"",
    "BUNDLE_MIRROR__GEMS__EXAMPLE__ORG: \"\(mirror)\"",
    "BUNDLE_MIRROR__ALL: \"\(mirror)\"", "BUNDLE_MIRROR__ALL: \(mirror)\r",
    "BUNDLE_MIRROR__ALL:   \"\(mirror)\"  ",
  ])
  func `a mirror is read in every form of Bundler`(line: String) throws {
    let setting = try setting(bundler: [
      "BUNDLE_JOBS: \"4\"",
      "BUNDLE_MIRROR__HTTPS://GEMS__EXAMPLE__ORG/__FALLBACK_TIMEOUT/: \"3\"",
      "BUNDLE_MIRROR__HTTPS://GEMS__EXAMPLE__ORG__FALLBACK_TIMEOUT/: \"3\"",
      "BUNDLE_MIRROR__ALL__FALLBACK_TIMEOUT: \"3\"", line, "BUNDLE_PATH: \"vendor\"",
    ])
    #expect(setting?.value == Self.mirror)
  }

  @Test(arguments: [
    "BUNDLE_MIRROR__HTTPS://GEMS__EXAMPLE__ORG/: \"\"", "BUNDLE_MIRROR__ALL:", "BUNDLE_JOBS: 4",
    "BUNDLE_MIRROR__HTTPS://GEMS__EXAMPLE__ORG/", "BUNDLE_HTTPS://GEMS__EXAMPLE__ORG/: \"a:b\"",
  ])
  func `other settings are no mirrors`(line: String) throws {
    #expect(try setting(bundler: [line]) == nil)
  }

  @Test func `the mirror for all sources precedes the others, and variables precede files`() throws
  {
    let one = "BUNDLE_MIRROR__HTTPS://A__EXAMPLE__ORG/"
    let lines = ["\(one): \"http://one.example\"", "BUNDLE_MIRROR__ALL: \"http://all.example\""]
    #expect(try setting(bundler: lines)?.value == "http://all.example")
    let variable = try setting(bundler: lines, variables: [one: "http://variable.example"])
    #expect(variable == Located("http://variable.example", at: .variable(one)))
  }
}
