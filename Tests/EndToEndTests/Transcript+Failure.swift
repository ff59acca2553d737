import Foundation
import Sandboxes

extension Transcript {
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
  }
}
