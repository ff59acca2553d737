import Gems
import LoopbackServer
import SampleGems
import Testing
import Versions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SampleGemTests {
  @Test func `the metadata is what the project reads`() throws {
    let gem = SampleGem(
      "bcrypt", "3.1.18", for: "x86_64-linux", needs: ["json": ">= 1.8, < 3", "rake": ""],
      ruby: ">= 3.0"
    ).program("bcrypt").extension("bcrypt_ext")
    let metadata = try GemMetadata(parsing: Array(gem.metadata.utf8))
    #expect(metadata.name.text == "bcrypt")
    #expect(metadata.platform.text == "x86_64-linux")
    #expect(metadata.executables == ["bcrypt"])
    #expect(metadata.bindir == "exe")
    #expect(metadata.extensions == ["ext/bcrypt_ext/extconf.rb"])
    #expect(metadata.ruby.description == ">= 3.0")
    #expect(
      metadata.dependencies.map { "\($0.name) \($0.requirement)" }
        == ["json >= 1.8, < 3", "rake "])
  }

  @Test func `the index is what the project reads`() throws {
    let index = GemServer(on: try LoopbackServer())
    index.publish(SampleGem("rake", "13.0.6"))
    index.publish(SampleGem("rake", "13.1.0", for: "java", needs: ["json": "~> 2, != 2.1"]))
    let info = try GemInfo(parsing: Array(index.info(of: "rake").utf8))
    #expect(info.gems.map(\.versionAndPlatform) == ["13.0.6", "13.1.0-java"])
    #expect(info.gems.last?.dependencies.first?.requirement.description == "~> 2, != 2.1")
    #expect(info.gems.allSatisfy { $0.digest != nil && $0.created != nil })
    #expect(index.names == "---\nrake\n")
    index.yank("rake", "13.0.6")
    #expect(try GemInfo(parsing: Array(index.info(of: "rake").utf8)).gems.count == 1)
  }

  @Test func `MD5 is computed as in RFC 1321`() {
    #expect(MD5.hexadecimal(of: []) == "d41d8cd98f00b204e9800998ecf8427e")
    let digits = Array(String(repeating: "1234567890", count: 8).utf8)
    #expect(MD5.hexadecimal(of: digits) == "57edf4a22be3c955ac49da2e2107b67a")
  }
}
