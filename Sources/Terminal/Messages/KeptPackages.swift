internal import Diagnostics
internal import Vocabulary

/// The packages of one file that stay with a package manager, as lines of a report.
struct KeptPackages {
  /// The maximum length of a line with three or more names, unless one name is longer.
  private static let maximumLineLength = 96

  private let path: String
  private var names: [String] = []
  private var lineNumbers: [Int] = []

  /// Groups the remarks by their files, in the order of the files.
  ///
  /// - Parameter remarks: Remarks about packages that stay with a package manager.
  static func all(in remarks: [ImportRemark]) -> [KeptPackages] {
    var files: [KeptPackages] = []
    var indices: [String: Int] = [:]
    for remark in remarks {
      guard case .kept(let name, _) = remark.reason, let path = remark.origin.path else { continue }
      let index = indices[path] ?? files.count
      if index == files.count {
        files.append(KeptPackages(path))
        indices[path] = index
      }
      files[index].names.append(literal(name))
      if remark.origin.line > 0 { files[index].lineNumbers.append(remark.origin.line) }
    }
    return files
  }

  private init(_ path: String) { self.path = path }

  /// The lines: the location with all names or, if they do not fit on one line, with their count,
  /// and then the names.
  var lines: [String] {
    let line = "  \(place): \(QuantityFormat.enumeration(names))"
    if names.count < 3 || line.count <= Self.maximumLineLength { return [visible(line)] }
    var lines = [visible("  \(place): \(QuantityFormat.count(names.count, "package"))")]
    var next = ""
    for (index, name) in names.enumerated() {
      let word = name + (index + 1 < names.count ? "," : "")
      if !next.isEmpty, next.count + word.count + 1 > Self.maximumLineLength {
        lines.append(next)
        next = ""
      }
      next += next.isEmpty ? "    \(word)" : " \(word)"
    }
    return lines + [next]
  }

  /// The path, with the first and the last line that names a package.
  private var place: String {
    guard let first = lineNumbers.min(), let last = lineNumbers.max() else { return path }
    return first == last ? "\(path):\(first)" : "\(path):\(first)-\(last)"
  }
}
