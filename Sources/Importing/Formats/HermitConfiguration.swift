internal import Diagnostics
internal import Manifests

/// The file `bin/hermit.hcl`, which configures Hermit itself. The packages are links beside it.
enum HermitConfiguration: ForeignFormat {
  static let paths: [ForeignPath] = ["bin/hermit.hcl"]
  static let isNameOnly = true

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    [ForeignStatement("hermit.hcl", line: nil, .other(.noCounterpart("hermit.hcl")))]
  }
}
