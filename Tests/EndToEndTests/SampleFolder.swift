import Foundation
import SampleWheels
import Sandboxes
import Vocabulary

/// A folder that a directory source reads, described by the `tools` section of a transcript:
///
/// - `tool NAME VERSION [PLATFORM…]`: a script for each platform that prints the tool's name and
///   version, or one script for all platforms if none is given
/// - `ago NAME VERSION HOURS`: a release time of this version, HOURS hours ago
/// - `many NAME COUNT`: COUNT versions of a tool: `1.0.0`, `2.0.0`, and so on
/// - `chain NAME COUNT`: the tools `NAME-0` to `NAME-COUNT`, each of which, except the last, needs
///   version 1 of the next
/// - `crowd NAME COUNT`: the tools `NAME-1` to `NAME-COUNT`, each with one version less than there
///   are tools, and each needing the others in versions other than its own
/// - any other line: copied to the index unchanged
struct SampleFolder {
  private var lines = ["index 1"]
  private var files: [(name: String, text: String)] = []

  /// Creates a folder from the lines of a section.
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
    case "crowd" where words.count == 3:
      let count = Int(words[2]) ?? 1
      for tool in 1...count {
        for version in 1..<count {
          addTool("\(words[1])-\(tool)", "\(version)", [])
          for other in 1...count where other != tool {
            lines.append(
              "needs \(words[1])-\(tool) \(version) \(words[1])-\(other) \"!= \(version)\"")
          }
        }
      }
    default: lines.append(line)
    }
  }

  private mutating func addTool(_ name: String, _ version: String, _ platforms: [String]) {
    let text = "#!/bin/sh\necho \"\(name) \(version)\"\n"
    let digest = SHA256Digest(of: text).hexadecimal
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
    // Skip the files if there are many, because writing them is slow. Transcripts with so many
    // files only lock the tools, which does not read the files.
    if files.count > 100 { return }
    for file in files { try sandbox.write("\(folder)/\(file.name)", file.text, mode: 0o644) }
  }
}
