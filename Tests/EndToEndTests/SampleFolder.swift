import Foundation
import Manifests
import SampleWheels
import Sandboxes

/// A folder that a directory source reads, described by the lines of a `tools` section.
///
/// - `tool NAME VERSION [PLATFORM…]`: a script for each platform that prints name and version, or
///   one for all platforms if none is given
/// - `ago NAME VERSION HOURS`: a release time this many hours ago
/// - `many NAME COUNT`: this many versions, starting at `1.0.0`
/// - `chain NAME COUNT`: tools `NAME-0` to `NAME-COUNT`, each of which needs version
///   1 of the next
/// - any other line: copied to the index unchanged
struct SampleFolder {
  private var lines = ["index 1"]
  private var files: [(name: String, text: String)] = []

  init(_ body: [String]) {
    for line in body { add(line.split(separator: " ").map(String.init), line) }
  }

  private mutating func add(_ words: [String], _ line: String) {
    switch words.first {
    case "tool" where words.count >= 3: addTool(words[1], words[2], Array(words.dropFirst(3)))
    case "ago" where words.count == 4:
      let seconds = Int64(Date().timeIntervalSince1970) - (Int64(words[3]) ?? 0) * 3600
      lines.append("released \(words[1]) \(words[2]) \(ReleaseTime(secondsSince1970: seconds))")
    case "many" where words.count == 3:
      for major in 1...(Int(words[2]) ?? 1) { addTool(words[1], "\(major).0.0", []) }
    case "chain" where words.count == 3:
      let count = Int(words[2]) ?? 1
      for link in 0...count { addTool("\(words[1])-\(link)", "1", []) }
      for link in 0..<count {
        lines.append("needs \(words[1])-\(link) 1 \(words[1])-\(link + 1) \"= 1\"")
      }
    default: lines.append(line)
    }
  }

  private mutating func addTool(_ name: String, _ version: String, _ platforms: [String]) {
    let text = "#!/bin/sh\necho \"\(name) \(version)\"\n"
    let digest = SHA256Digest(of: text.utf8).hexadecimal
    files.append(("\(name)-\(version)", text))
    for platform in platforms.isEmpty ? ["any"] : platforms {
      lines.append(
        "artifact \(name) \(version) \(platform) raw sha256:\(digest) \(text.utf8.count)"
          + " \(name)-\(version) provides \(name)")
    }
  }

  /// Writes the index and the files of its tools to `folder`.
  func write(to folder: String, in sandbox: Sandbox) throws {
    try sandbox.write("\(folder)/index", lines.map { $0 + "\n" }.joined(), mode: 0o644)
    // Tests with this many tools only lock them, and writing their files would be slow.
    if files.count > 100 { return }
    for file in files { try sandbox.write("\(folder)/\(file.name)", file.text, mode: 0o644) }
  }
}
