import Filesystem
import Layout
import Sandboxes
import Testing

@Suite struct SettingsTests {
  /// Returns the settings of a root whose `config` contains `text`, or has no `config` if `text`
  /// is `nil`.
  private func settings(_ text: String?) throws -> Settings {
    let folder = try TemporaryDirectory()
    let root = Root(folder.path)
    if let text { try root.config.replaceContents(with: Array(text.utf8)) }
    return try Settings.read(in: root)
  }

  @Test(arguments: [
    nil, "", "\n\n", "# registry other\n", "registry\n", "jobs many\n",
  ])
  func `missing settings have default values`(_ text: String?) throws {
    #expect(try settings(text) == Settings())
  }

  @Test(arguments: [
    "registry a.rb\nregistry b.rb\nindex http://127.0.0.1/simple/\njobs 3\n",
    "jobs 3\r\nregistry   a.rb  \r\nregistry b.rb\r\n\r\n index http://127.0.0.1/simple/",
    "# mine\nregistry\ta.rb #\nregistry b.rb\njobs 3 # at once\nindex http://127.0.0.1/simple/\n",
    "registry a.rb\nregistry b.rb\njobs 2\njobs 3\nindex http://127.0.0.1/simple/\n",
  ])
  func `a line is a key and a value`(_ text: String) throws {
    let settings = try settings(text)
    #expect(settings.registries == ["a.rb", "b.rb"])
    #expect(settings["index"] == "http://127.0.0.1/simple/")
    #expect(settings.jobs == 3)
    #expect(settings["later"] == nil)
  }

  @Test(arguments: [
    ("", true, true), ("idiomatic on\n", true, true), ("idiomatic off\n", false, false),
    ("idiomatic .nvmrc\n", true, false), ("idiomatic python\n", false, true),
    ("idiomatic off\nidiomatic node, .python-version # both\n", true, true),
  ])
  func `files of other version managers can be turned off`(
    _ text: String, _ node: Bool, _ python: Bool
  ) throws {
    let settings = try settings(text)
    #expect(settings.follows(".nvmrc", tool: "node") == node)
    #expect(settings.follows(".python-version", tool: "python") == python)
  }

  @Test func `a program of the system has an absolute path`() throws {
    let settings = try settings(
      "system-version ruby /usr/bin/ruby # mine\nsystem-version node node\nsystem-version go\n")
    #expect(settings.systemPrograms == ["ruby": "/usr/bin/ruby"])
  }

  @Test func `a build sets variables of compilers alone`() throws {
    let settings = try settings(
      "build-variable CC clang\nbuild-variable CFLAGS -O2  -g # fast\nbuild-variable PATH /tmp\n"
        + "build-variable CC\nbuild-variable CC gcc\nbuild-variable AR=ar x\n")
    #expect(settings.buildVariables == ["AR": "ar x", "CC": "gcc", "CFLAGS": "-O2 -g"])
  }

  @Test(arguments: [("0", 1), ("5", 5), ("600", 600), ("601", 600), ("soon", 30)])
  func `a timeout is between 1 and 600 seconds`(_ text: String, _ timeout: Int) throws {
    #expect(try settings("timeout \(text)\n").timeout == timeout)
  }

  @Test(arguments: [("-1", 0), ("0", 0), ("600", 600), ("2000000", 1_000_000), ("slow", 4000)])
  func `a minimum speed is between 0 and 1,000,000`(_ text: String, _ speed: Int) throws {
    #expect(try settings("minimum-speed \(text)\n").minimumSpeed == speed)
  }

  @Test func `all lines about mirrors are kept, even those of another form`() throws {
    let settings = try settings(
      """
      mirror https://host.example/ https://m.example/
      jobs 3
      mirror * oci://m.example/tools # ours
      mirror
      mirror-only on
      credential-helper m.example pass
      mirror-host s.example

      """)
    #expect(settings.mirrors.map(\.line) == [1, 3, 4, 5, 6, 7])
    #expect(settings.mirrors[1].values == ["*", "oci://m.example/tools"])
    #expect(settings["mirror-only"] == nil)
  }

  @Test func `a number sign inside a word does not start a comment`() throws {
    #expect(try settings("index http://127.0.0.1/#simple\n")["index"] == "http://127.0.0.1/#simple")
  }

  @Test(arguments: [("0", 1), ("-4", 1), ("1", 1), ("64", 64), ("1000000", 64)])
  func `the number of downloads is between 1 and 64`(_ text: String, _ jobs: Int) throws {
    #expect(try settings("jobs \(text)\n").jobs == jobs)
  }
}
