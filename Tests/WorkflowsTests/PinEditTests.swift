import Filesystem
import Manifests
import Projects
import Testing
import Vocabulary

@testable import Workflows

/// Tests that a change of pins keeps what the user has written meanwhile.
@Suite struct PinEditTests {
  private let world: FolderWorld
  private let pins: PinWorkflow

  init() throws {
    world = try FolderWorld()
    pins = PinWorkflow(try world.selector, isLocal: true) {
    } observe: { _ in
    }
    try world.write("Toolfile", "tool \"ninja\"\n")
    try world.write(".tool-version", "ninja 1.0\n")
    // The choice of a version reads the files of the project.
    #expect(try pins.projectBeside()?.pins?.pins.count == 1)
  }

  private var text: String {
    get throws { String(decoding: try pins.path.contents(limit: 1000), as: UTF8.self) }
  }

  @Test func `a pin is added to the file as it is now`() async throws {
    try world.write(".tool-version", "# by hand\nninja 2.0\n")
    let choice = ChosenPin(
      tool: try #require(ToolName("hello")), version: try #require(PinnedVersion("1.1")),
      project: nil, report: nil)
    try await pins.pin(choice) { #expect($0.pin != nil) }
    #expect(try text == "# by hand\nninja 2.0\nhello 1.1\n")
  }

  @Test func `a pin is removed from the file as it is now`() async throws {
    try world.write(".tool-version", "# by hand\nninja 2.0\nhello 1.1\n")
    try await pins.unpin(ToolName("ninja")) { _, _ in
    } showing: {
    }
    #expect(try text == "# by hand\nhello 1.1\n")
  }

  @Test func `conflict markers stay`() async throws {
    let conflict = "<<<<<<< a\nninja 1.0\n=======\nninja 2.0\n>>>>>>> b\n"
    try world.write(".tool-version", conflict)
    await #expect(throws: (any Error).self) {
      try await pins.unpin(ToolName("hello")) { _, _ in
      } showing: {
      }
    }
    #expect(try text == conflict)
  }
}
