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

  /// All cases, or none if the conformance data is not here.
  static let all: [RbenvCase] = {
    let repository = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let folder =
      ProcessInfo.processInfo.environment["BOOTSTRAP_CONFORMANCE"]
      ?? "/\(repository)/../shared/conformance"
    guard let data = FileManager.default.contents(atPath: "\(folder)/cli/cases.json") else {
      return []
    }
    struct File: Decodable { let cases: [RbenvCase] }
    // A file of another form must not look like a missing one.
    guard let file = try? JSONDecoder().decode(File.self, from: data) else { return [] }
    return file.cases
  }()
}

extension RbenvCase: CustomTestStringConvertible {
  var testDescription: String { id }
}
