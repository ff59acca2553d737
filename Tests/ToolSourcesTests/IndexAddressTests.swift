import Diagnostics
import Filesystem
import Layout
import LoopbackServer
import Manifests
import Sandboxes
import SourceKinds
import Testing
import Transport
import Vocabulary

@testable import ToolSources

@Suite struct IndexAddressTests {
  @Test func `settings are used in order of precedence`() throws {
    let folder = try TemporaryDirectory()
    let file = folder.path.appending("pip.conf")
    try file.replaceContents(with: "[global]\nindex-url = https://pip-file.example.org\n".utf8)
    var variables = [
      "BOOTSTRAP_PYPI_INDEX": "https://ours.example.org",
      "UV_DEFAULT_INDEX": "https://uv-default.example.org",
      "UV_INDEX_URL": "https://uv.example.org",
      "PIP_INDEX_URL": "https://pip.example.org",
      "PIP_CONFIG_FILE": file.string,
    ]
    var found: [String] = []
    for name in ["", "BOOTSTRAP_PYPI_INDEX", "UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL"] {
      variables[name] = nil
      let settings = PyPISettings(configured: nil, environment: Environment(variables))
      found.append(try #require(settings.setting).value)
    }
    #expect(
      found == [
        "https://ours.example.org", "https://uv-default.example.org", "https://uv.example.org",
        "https://pip.example.org", "https://pip-file.example.org",
      ])
  }

  @Test func `our configuration ranks below our variable and above other tools'`() {
    let configured = Located(
      "https://config.example.org", at: Origin.file("config", line: 2))
    let first = PyPISettings(
      configured: configured, environment: Environment(["BOOTSTRAP_PYPI_INDEX": "https://a"]))
    #expect(first.setting?.value == "https://a")
    let second = PyPISettings(
      configured: configured, environment: Environment(["UV_DEFAULT_INDEX": "https://a"]))
    #expect(second.setting?.value == "https://config.example.org")
    #expect(second.setting?.origin.description == "config:2")
  }

  @Test(arguments: [
    ("https://a.example.org/simple", "https://a.example.org/simple"),
    ("corp=https://a.example.org", "https://a.example.org"),
    ("https://a.example.org/?x=y", "https://a.example.org/?x=y"),
  ])
  func `an address for uv may have a name`(text: String, address: String) {
    let settings = PyPISettings(
      configured: nil, environment: Environment(["UV_DEFAULT_INDEX": text]))
    #expect(settings.setting?.value == address)
  }

  @Test(arguments: [
    "https://a.example.org/simple", "https://a.example.org/simple/",
    "https://a.example.org/simple//", "https://me:pw@a.example.org/simple/#x",
  ])
  func `a page address is relative to the index`(text: String) throws {
    let page = try IndexAddress(text).page(of: try #require(PackageName("A_b")))
    #expect(page.text == "https://a.example.org/simple/a-b/")
  }

  @Test func `an invalid address is rejected without showing it`() async throws {
    var world = try SourceWorld()
    world.variables["BOOTSTRAP_PYPI_INDEX"] = "ftp://me:sesame@example.org"
    let problem = try await SourceWorld.problem { _ = try await world.package("a") }
    #expect(problem.fault == .declaration(.badAddress(.scheme("ftp"))))
    #expect(problem.origin == .variable("BOOTSTRAP_PYPI_INDEX"))
    #expect(!"\(problem)".contains("sesame"))
  }

  @Test func `an index in the settings has no query`() async throws {
    var world = try SourceWorld()
    world.variables["BOOTSTRAP_PYPI_INDEX"] = world.server.address("/simple/?token=sesame")
    let problem = try await SourceWorld.problem { _ = try await world.package("a") }
    #expect(problem.fault == .declaration(.badAddress(.query)))
    #expect(world.server.requests.isEmpty)
  }

  @Test func `pip is queried once without settings, and never through a shim`() async throws {
    var world = try SourceWorld()
    let good = world.path.appending("good")
    try Self.write("echo '\(world.server.address("/simple"))' && echo x >> $HOME/asked", good)
    try Self.write("echo http://wrong.invalid", world.root.shims.path)
    try world.root.routes.makeDirectories()
    try Self.write("exit 1", world.path.appending("failing"))
    world.server.serve("/simple/a/", .text(#"{"files": []}"#, type: "application/json"))
    world.variables["BOOTSTRAP_PYPI_INDEX"] = nil
    world.variables["PIP_CONFIG_FILE"] = "/dev/null"
    world.variables["PATH"] =
      "relative:\(world.root.shims):\(world.path)/none:\(world.path)/failing:\(good):/usr/bin:/bin"
    for _ in 0..<2 {
      let problem = try await SourceWorld.problem { _ = try await world.package("a") }
      #expect(problem.fault == .content(.noReleases))
    }
    #expect(try world.path.appending("asked").contents(limit: 100) == Array("x\n".utf8))
  }

  @Test func `a missing index address is reported`() async throws {
    var world = try SourceWorld()
    world.variables["BOOTSTRAP_PYPI_INDEX"] = ""
    world.variables["PIP_CONFIG_FILE"] = "/dev/null"
    world.variables["PATH"] = "\(world.path)/none"
    let problem = try await SourceWorld.problem { _ = try await world.package("a") }
    #expect(problem.fault == .own(.noIndex))
  }

  /// Writes a shell script with the line `script` as the executable `python3` in `folder`.
  private static func write(_ script: String, _ folder: FilePath) throws {
    try folder.makeDirectories()
    try folder.appending("python3").replaceContents(
      with: "#!/bin/sh\n\(script)\n".utf8, permissions: 0o755)
  }
}

@Suite struct PipConfigurationTests {
  /// The configuration files by their path below the system's root, and the index that pip
  /// would use.
  @Test(arguments: [
    ([:], nil),
    (["etc/pip.conf": "[global]\nindex-url = https://machine"], "https://machine"),
    (
      [
        "etc/pip.conf": "[global]\nindex-url = https://machine",
        "home/.pip/pip.conf": "[global]\nindex-url: https://old",
      ], "https://old"
    ),
    (
      [
        "home/.pip/pip.conf": "[global]\nindex-url = https://old",
        "home/.config/pip/pip.conf": "[global]\nINDEX_URL=https://user",
      ], "https://user"
    ),
    (
      [
        "etc/pip.conf": "[install]\nindex-url = https://install",
        "home/.config/pip/pip.conf": "[global]\nindex-url = https://user",
      ], "https://install"
    ),
    (
      [
        "home/.config/pip/pip.conf": "[global]\nindex-url = https://user",
        "venv/pip.conf": "[global]\nindex-url = https://venv",
      ], "https://venv"
    ),
    (
      ["etc/pip.conf": "; x\n# index-url = a\n[global]\nextra-index-url = b\n  index-url = c\n"],
      nil
    ),
    (["etc/pip.conf": "[list]\nindex-url = https://list"], nil),
    (["etc/pip.conf": "index-url = https://nowhere"], nil),
    (["etc/pip.conf": "[global]\r\nindex-url = https://crlf\r\n"], "https://crlf"),
  ])
  func `pip configuration files are read as pip reads them`(
    files: [String: String], address: String?
  ) throws {
    let folder = try TemporaryDirectory()
    let systemRoot = folder.path
    for (path, text) in files {
      let file = systemRoot.appending(path)
      try file.parentDirectory.makeDirectories()
      try file.replaceContents(with: text.utf8)
    }
    let environment = Environment([
      "HOME": systemRoot.appending("home").string,
      "VIRTUAL_ENV": systemRoot.appending("venv").string,
    ])
    let configuration = PipConfiguration(environment: environment, systemRoot: systemRoot)
    #expect(configuration.index?.address == address)
  }

  @Test func `the null device disables pip configuration files`() {
    let environment = Environment(["PIP_CONFIG_FILE": "/dev/null", "HOME": "/home/me"])
    #expect(PipConfiguration.files(environment: environment, systemRoot: "/") == [])
  }
}
