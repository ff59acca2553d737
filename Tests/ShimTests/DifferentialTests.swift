import Corpora
import Foundation
import ReaderAgreement
import Testing

/// Compares the full parsers of `Manifests` with the readers that the shim and `exec` share. The
/// texts come from fixtures, conformance data, and a generator.
struct DifferentialTests {
  @Test func `readers agree on fixtures and conformance files`() throws {
    var texts: Set<[UInt8]> = []
    var agreement = Agreement()
    /// Compares the readers on a text. Skips repeated texts, because most lines occur many times.
    func compare(_ text: [UInt8]) {
      guard texts.insert(text).inserted else { return }
      agreement.compareToolVersion(text)
      agreement.compareLock(text)
    }
    for file in Corpus.folders.flatMap(Corpus.files) {
      compare(file)
      // Each of the first lines is also compared by itself, without a line ending and with CRLF.
      for line in file.prefix(50_000).split(separator: UInt8(ascii: "\n")).prefix(100) {
        compare(Array(line))
        compare(Array(line) + Array("\r\n".utf8))
      }
    }
    print("differential: \(texts.count) texts of fixtures and conformance data; \(agreement)")
    #expect(agreement.differences == [])
    #expect(!texts.isEmpty)
  }

  @Test func `readers agree on generated pin files`() {
    var agreement = Agreement()
    var generator = TextGenerator(seed: 1)
    for _ in 0..<30_000 { agreement.compareToolVersion(generator.toolVersion()) }
    print("differential: 30000 generated pin files; \(agreement)")
    #expect(agreement.differences == [])
    #expect(agreement.accepted > 1_000 && agreement.refused > 1_000)
  }

  @Test func `readers agree on generated locks`() {
    var agreement = Agreement()
    var generator = TextGenerator(seed: 2)
    for _ in 0..<8_000 { agreement.compareLock(generator.lock()) }
    print("differential: 8000 generated locks; \(agreement)")
    #expect(agreement.answersWithParts > 10)
    #expect(agreement.differences == [])
    #expect(agreement.accepted > 500 && agreement.refused > 1_000)
  }
}

/// The files on which the readers are compared.
enum Corpus {
  /// The folders of the fixtures and of the conformance data. The latter may be missing.
  static var folders: [String] {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return [package.appendingPathComponent("Fixtures").path, Corpora.folder]
  }

  /// Returns the contents of all files below a folder, sorted by path.
  static func files(in folder: String) -> [[UInt8]] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.sorted().compactMap { name in
      FileManager.default.contents(atPath: "\(folder)/\(name)").map { Array($0) }
    }
  }
}
