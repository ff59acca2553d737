internal import Diagnostics
internal import Vocabulary

extension ProposalRemark {
  /// The remark as a line.
  var line: String {
    switch self {
    case .release(let tool, let version, let released, let isPrerelease):
      "from \(tool) \(version)" + (released.map { ", released \($0)" } ?? "")
        + (isPrerelease ? "; this is a prerelease, because there is no stable release" : "")
    case .file(let platform, let name, let byteCount):
      "  \(padded(platform))\(name)"
        + (byteCount.map { " (\(QuantityFormat.bytes($0)))" } ?? "")
    case .noFile(let platform): "  \(padded(platform))no file"
    case .programs(let names, let files):
      "found \(list(names.map(\.text), "`")) in \(QuantityFormat.enumeration(files))"
    case .partialPrograms(let names):
      "left out \(list(names.map(\.text), "`")), which not every file has"
    case .unusualTags(let pattern):
      "the tags contain more than a version; check the pattern \(literal(pattern)) of `tag`"
    case .noDigests:
      "found no digests to check these files against, so a lock will trust the first download"
    case .noSummary: "write the summary that begins with TODO"
    case .renamed(let name): "it is called \(literal(name)) now"
    case .shipped(let tool, let source):
      "bootstrap ships with a definition of `\(tool)` (\(source)); yours takes precedence where a "
        + "Toolfile names its registry"
    case .aliased(let tool, let names):
      "bootstrap ships with \(list(names.map(\.text), "`")), which people also call `\(tool)`"
    case .next: "save it as tools.rb, then run `bootstrap registry check tools.rb`"
    }
  }

  /// Returns the name of a platform, followed by spaces up to the next column.
  private func padded(_ platform: Platform) -> String {
    let width = "linux-arm64-musl".count + 2
    let name = platform.rawValue
    return name + String(repeating: " ", count: max(1, width - name.count))
  }
}
