import Foundation
import Snapshots

/// The state of a machine, and the answers of its programs, from a file in `Fixtures/HostPackages`.
///
/// ```
/// == missing jq
/// lists: old
/// -- dpkg-query
/// installed	ok	dpkg	amd64	1.21.23
/// -- apt-get exit 100
/// E: Unable to locate package jq
/// ```
///
/// The first line has the name of the scenario, and the packages. A program gives its answers in
/// the order of the file, then repeats the last one.
struct Scenario: Sendable, CustomStringConvertible {
  /// How a program ends after it has printed its answer.
  enum End: Hashable {
    case exit(Int)
    /// It asks a question, and fails if there is no answer.
    case ask
    /// It never ends.
    case hang
    /// It runs its arguments as a command.
    case run
  }

  struct Answer {
    let program: String
    let end: End
    var text = ""
  }

  let manager: String
  let name: String
  let packages: [String]
  /// The settings, such as `lists`, keyed by name.
  private(set) var settings: [String: String] = [:]
  private(set) var answers: [Answer] = []

  var description: String { "\(manager) \(name)" }

  /// Returns the scenarios of a file.
  static func all(of manager: String) -> [Scenario] {
    let file = Snapshot("HostPackages/\(manager).scenarios")
    var scenarios: [Scenario] = []
    for line in (file.text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix("== ") {
        scenarios.append(Scenario(manager: manager, name: words[1], packages: Array(words[2...])))
      } else if !scenarios.isEmpty {
        scenarios[scenarios.count - 1].add(line, words)
      }
    }
    return scenarios
  }

  private init(manager: String, name: String, packages: [String]) {
    self.manager = manager
    self.name = name
    self.packages = packages
  }

  private mutating func add(_ line: Substring, _ words: [String]) {
    if line.hasPrefix("-- ") {
      let end: End =
        switch words.dropFirst(2).first {
        case "exit": .exit(Int(words[3]) ?? 1)
        case "ask": .ask
        case "hang": .hang
        case "run": .run
        default: .exit(0)
        }
      answers.append(Answer(program: words[1], end: end))
    } else if !answers.isEmpty {
      answers[answers.count - 1].text += line + "\n"
    } else if let colon = line.firstIndex(of: ":") {
      settings[String(line[..<colon])] = words.dropFirst().joined(separator: " ")
    }
  }
}
