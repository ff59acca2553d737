import Foundation
import Sandboxes

extension Transcript {
  /// A failure in the text of a transcript.
  struct RecordedFailure {
    /// The position of the command among the sections.
    let position: Int
    /// The first command that the message advises.
    let advice: String
  }

  /// The failures whose messages advise a command and are not marked as unhelpful.
  var recordedFailures: [RecordedFailure] {
    sections.indices.compactMap { position in
      guard ["run", "in"].contains(sections[position].word) else { return nil }
      let results = sections[(position + 1)...].prefix {
        ["exit", "output", "error", "unhelpful"].contains($0.word)
      }
      guard results.contains(where: { $0.word == "exit" }),
        !results.contains(where: { $0.word == "unhelpful" }),
        let error = results.first(where: { $0.word == "error" })
      else { return nil }
      let failure = Failure(
        folder: ".", words: [], ending: .exit(1), message: error.body.joined(separator: "\n"))
      return failure.advice.first.map { RecordedFailure(position: position, advice: $0) }
    }
  }

  /// A command that failed, with its message as printed.
  struct Failure {
    /// The folder of the project in which it ran.
    let folder: String
    let words: [String]
    let ending: Outcome.Ending
    let message: String

    /// The commands that the message advises to run, without those that have a placeholder, such as
    /// `TOOL`.
    var advice: [String] {
      var commands: [String] = []
      var isAdvice = false
      for line in message.split(separator: "\n") {
        if line.hasPrefix("  run  ") {
          isAdvice = true
        } else if !line.hasPrefix("            ") {
          isAdvice = false
        }
        let command = line.dropFirst(12)
        if isAdvice, command.hasPrefix("bootstrap "), !command.contains(#/\b[A-Z]{4,}\b/#) {
          commands.append(String(command))
        }
      }
      return commands
    }

    /// Returns whether a command line runs the same command with other arguments.
    func isCorrected(by command: String) -> Bool {
      command.split(separator: " ").prefix(2).map(String.init) == Array(words.prefix(2))
    }
  }
}
