import LoopbackServer
import SampleGems
import Sandboxes

/// The index of gems of a transcript, described by the `gems` section with one gem per line:
/// `name version [key=value …]`. Keys:
/// - `programs=rubocop`: executables with these names
/// - `needs=json:>=_2`: a need for another gem, with `_` for spaces; a key for each need
/// - `ruby=>=_3.0`: the versions of Ruby that the gem accepts
/// - `platform=x86_64-linux`: the platform, if the gem is not for all
/// - `extension`: a native extension
/// - `yanked`: removes the version from the index instead
/// - `undigested`: the index states no digest
/// - `created=1990-01-02T03:04:05Z`: the time that the index states
final class SampleGemIndex: Sendable {
  private let index: GemServer

  /// Creates an index on `server` and makes it the user's index of gems in `sandbox`.
  init(on server: LoopbackServer, in sandbox: Sandbox) {
    index = GemServer(on: server)
    sandbox[variable: "BOOTSTRAP_GEM_INDEX"] = index.address
  }

  /// Performs a line of the section.
  func publish(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 2 else { throw Transcript.UnknownSection(head: "gems: \(line)") }
    var gem = SampleGem(words[0], words[1])
    var isDigested = true
    var created: String?
    for word in words.dropFirst(2) {
      let sides = word.split(separator: "=", maxSplits: 1).map {
        $0.replacing("_", with: " ")
      }
      let value = sides.count > 1 ? String(sides[1]) : ""
      switch sides[0] {
      case "programs":
        for program in value.split(separator: ",") { gem = gem.program(String(program)) }
      case "needs":
        let need = value.split(separator: ":", maxSplits: 1).map(String.init)
        gem = gem.needing(need[0], need.count > 1 ? need[1] : "")
      case "ruby": gem.ruby = value
      // The names of platforms contain `_`.
      case "platform": gem.platform = String(word.dropFirst("platform=".count))
      case "extension": gem = gem.extension("\(words[0])_ext")
      case "yanked": return index.yank(words[0], words[1])
      case "undigested": isDigested = false
      case "created": created = value
      default: throw Transcript.UnknownSection(head: "gems: \(line)")
      }
    }
    index.publish(gem) { release in
      if !isDigested { release.digest = nil }
      if let created { release.created = created }
    }
  }
}
