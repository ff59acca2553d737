import Corpora
import Foundation
import Testing

/// A case of rbenv's own tests: files, a command line, and what rbenv does.
struct RbenvCase: Decodable, Sendable {
  let id: String
  let area: String
  let setup: [Operation]
  /// The variables by abstract name: `VERSION`, `ROOT`, and so on.
  let env: [String: String]
  /// The working directory, relative to that of the test.
  let cwd: String
  let argv: [String]
  let expect: Expectation

  /// A change of the files before the command.
  struct Operation: Decodable, Sendable {
    let op: String
    let v, dir, text, path, version, name, body, mode: String?
    let argv: [String]?
  }

  /// What is true after the command.
  struct Expectation: Decodable, Sendable {
    let exit: Exit?
    let stdout: String?
    let stdoutContains: [String]?
    let stderrContains: [String]?
    let fileText: [String: String]?
    let filesAbsent: [String]?
    let globalText: String?
    let rootExists: [String]?
    let lsShims: [String]?

    enum CodingKeys: String, CodingKey {
      case exit, stdout
      case stdoutContains = "stdout_contains"
      case stderrContains = "stderr_contains"
      case fileText = "file_text"
      case filesAbsent = "files_absent"
      case globalText = "global_text"
      case rootExists = "root_exists"
      case lsShims = "ls_shims"
    }
  }

  /// An exit code, or a description of one.
  enum Exit: Decodable, Sendable {
    case code(Int32)
    case nonzero
    case signal(Int32)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let code = try? container.decode(Int32.self) {
        self = .code(code)
        return
      }
      let words = try container.decode(String.self).split(separator: " ")
      if words.first == "signal", words.count > 1, let signal = Int32(words[1]) {
        self = .signal(signal)
      } else {
        self = .nonzero
      }
    }
  }

  /// The cases of all files, or the error for the first unreadable file. Empty without the
  /// conformance data.
  static let loaded = Result {
    struct File: Decodable { let cases: [RbenvCase] }
    return try Corpora.names(of: "cli", ending: ".json").flatMap { name in
      try JSONDecoder().decode(File.self, from: Corpora.contents(of: "cli", name)).cases
    }
  }

  /// All cases. Also empty if a file cannot be read, which a separate test reports.
  static let all = (try? loaded.get()) ?? []
}

extension RbenvCase: CustomTestStringConvertible {
  var testDescription: String { id }
}
