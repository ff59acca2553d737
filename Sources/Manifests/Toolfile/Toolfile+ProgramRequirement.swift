package import Versions

extension Toolfile {
  /// Returns the versions of bootstrap that a Toolfile can be used with, as far as it can be read,
  /// or `nil` if it states none. The running version need not be one of them.
  package static func programRequirement(in bytes: [UInt8], path: String) -> Located<Requirement>? {
    (try? ToolfileAnalysis(bytes, path: path))?.reader.programRequirement
  }
}
