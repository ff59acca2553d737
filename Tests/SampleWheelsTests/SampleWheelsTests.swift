import Foundation
import LoopbackServer
import Manifests
import SampleWheels
import Sandboxes
import Testing
import Vocabulary

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.sandbox) struct SampleWheelsTests {
  @Test func `a sample program runs with its name, arguments, environment and exit code`()
    async throws
  {
    let script = #"echo "$0 $# $2 $WORD"; exit 7"#
    try sandbox.write(
      "hello", NativeProgram.bytes(for: .host, script: script), mode: 0o755)
    let outcome = try await sandbox.run(
      [sandbox.path("hello"), "a", "b c"], environment: ["WORD": "set"])
    expect(outcome, exitCode: 7, output: "$PROJECT/hello 2 b c set")
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no python3"))
  func `Python's zipfile reads every member of a wheel`() async throws {
    let wheel = Wheel("Some.Tool", "1.2", for: .linuxX64)
      .program("some")
      .member(ZipMember("zeros", [UInt8](repeating: 0, count: 100_000)))
      .member(ZipMember("stored", Array("as it is".utf8), method: .stored))
      .member(ZipMember("all", (0...255).map { UInt8($0) }))
      .member(.link("link", to: "stored"))
    try sandbox.write(wheel.fileName, wheel.bytes)
    let script = """
      import sys, zipfile
      archive = zipfile.ZipFile(sys.argv[1])
      print(archive.testzip())
      for member in archive.infolist():
        print(oct(member.external_attr >> 16), member.file_size, member.filename)
      """
    let outcome = try await sandbox.run(["/usr/bin/python3", "-I", "-c", script, wheel.fileName])
    let program = NativeProgram.bytes(for: .linuxX64, script: "echo 'some 1.2'").count
    expect(
      outcome,
      output: """
        None
        0o100755 \(program) Some_Tool-1.2.data/scripts/some
        0o100644 100000 zeros
        0o100644 8 stored
        0o100644 256 all
        0o120777 6 link
        0o100644 51 Some_Tool-1.2.dist-info/METADATA
        0o100644 99 Some_Tool-1.2.dist-info/WHEEL
        0o100644 131 Some_Tool-1.2.dist-info/RECORD
        """)
    #expect(wheel.bytes.count < 4_000)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no python3"))
  func `a zip with zip64 fields is readable`() async throws {
    var member = ZipMember("large", "not really")
    member.isZip64 = true
    try sandbox.write("large.zip", ZipWriter([ZipMember("first", "1"), member]).bytes)
    let outcome = try await sandbox.run(
      [
        "/usr/bin/python3", "-I", "-c",
        "import zipfile; print(zipfile.ZipFile('large.zip').read('large'))",
      ])
    expect(outcome, output: "b'not really'")
  }

  @Test func `an index serves its page in the requested form, and its files`() async throws {
    let index = SimpleIndex(on: try LoopbackServer())
    let release = index.publish(Wheel("Some_Tool", "1.0", for: .linuxX64).program("some")) {
      $0.yanked = "broken"
    }
    let page = try #require(URL(string: index.address + "some-tool/"))
    let html = try await fetch(page, accept: "text/html")
    #expect(html.type == "text/html; charset=utf-8")
    #expect(
      html.text.contains(
        "#sha256=\(SHA256Digest(of: release.bytes).hexadecimal)\" data-yanked=\"broken\">"))

    let json = try await fetch(page, accept: "application/vnd.pypi.simple.v1+json, text/html;q=0.1")
    let object = try JSONSerialization.jsonObject(with: json.bytes) as? [String: Any]
    let files = try #require(object?["files"] as? [[String: Any]])
    #expect(files.count == 1)
    #expect(files[0]["filename"] as? String == release.wheel.fileName)
    #expect(files[0]["size"] as? Int == release.bytes.count)

    let file = try #require(
      URL(string: index.server.address(index.filePath(of: release.wheel))))
    #expect(Array(try await fetch(file, accept: "*/*").bytes) == release.bytes)
  }
}

/// Returns the body of a response, as text and as bytes, and its content type.
private func fetch(
  _ url: URL, accept: String
) async throws -> (text: String, bytes: Data, type: String?) {
  var request = URLRequest(url: url)
  request.setValue(accept, forHTTPHeaderField: "Accept")
  let (bytes, response) = try await URLSession.shared.data(for: request)
  let type = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")
  return (String(decoding: bytes, as: UTF8.self), bytes, type)
}
