/// A version as defined by PEP 440, in any spelling that the specification permits.
struct PEP440Version: Sendable, SchemeVersion {
  /// A kind of prerelease. The raw values are the normalized spellings, and sort in the order of
  /// the kinds.
  enum Phase: String, Sendable {
    case alpha = "a"
    case beta = "b"
    case candidate = "rc"
  }

  /// A part of a local version label.
  enum LocalSegment: Sendable {
    /// A segment of digits.
    case number(Numeral)

    /// A segment with a letter, in lowercase.
    case name(String)
  }

  /// The epoch: 1 in `1!2.0`, or 0 if none is written.
  let epoch: Numeral
  let release: [Numeral]

  /// The prerelease segment, or `nil` if there is none.
  let pre: (phase: Phase, number: Numeral)?

  /// The number of the post-release, or `nil` if this is not a post-release.
  let post: Numeral?

  /// The number of the development release, or `nil` if this is not a development release.
  let dev: Numeral?

  /// The segments of the local version label. Empty for a public version.
  let local: [LocalSegment]

  init?(reading bytes: ArraySlice<UInt8>) {
    var cursor = VersionCursor(bytes)
    _ = cursor.take(caseInsensitively: "v")
    guard var release = cursor.takeDottedNumerals() else { return nil }
    if release.count == 1, cursor.take(UInt8(ascii: "!")) {
      epoch = release[0]
      guard let afterEpoch = cursor.takeDottedNumerals() else { return nil }
      release = afterEpoch
    } else {
      epoch = .zero
    }
    self.release = release
    pre = Self.takePre(from: &cursor)
    post = Self.takePost(from: &cursor)
    dev = Self.takePart(named: ["dev"], from: &cursor)?.number
    guard let local = Self.takeLocal(from: &cursor), cursor.isAtEnd else { return nil }
    self.local = local
  }

  /// Takes one of `names` and the number after it, with optional separators: `.rc-1`, `rc1`, or
  /// `_rc`, where the missing number means 0.
  ///
  /// - Parameters:
  ///   - names: Names in lowercase. If one is a prefix of another, the longer one comes first.
  ///   - cursor: The position, which remains unchanged if there is no such part.
  /// - Returns: The index of the name and the number, or `nil` if there is no such part.
  private static func takePart(
    named names: [StaticString], from cursor: inout VersionCursor
  ) -> (name: Int, number: Numeral)? {
    var ahead = cursor
    _ = ahead.take(anyOf: \.isPEP440Separator)
    guard let name = names.firstIndex(where: { ahead.take(caseInsensitively: $0) }) else {
      return nil
    }
    _ = ahead.take(anyOf: \.isPEP440Separator)
    let number = ahead.takeNumeral()
    cursor = ahead
    return (name, number ?? .zero)
  }

  /// Takes a prerelease segment in any permitted spelling, or returns `nil` if there is none.
  private static func takePre(
    from cursor: inout VersionCursor
  ) -> (phase: Phase, number: Numeral)? {
    // Two names for each of the first two phases, then those for a release candidate.
    let names: [StaticString] = ["alpha", "a", "beta", "b", "preview", "pre", "rc", "c"]
    return takePart(named: names, from: &cursor).map { part in
      (part.name < 2 ? .alpha : part.name < 4 ? .beta : .candidate, part.number)
    }
  }

  /// Takes a post-release, such as `.post1` or `-1`, and returns its number, or returns `nil` if
  /// there is none.
  private static func takePost(from cursor: inout VersionCursor) -> Numeral? {
    var ahead = cursor
    if ahead.take(UInt8(ascii: "-")), let number = ahead.takeNumeral() {
      cursor = ahead
      return number
    }
    return takePart(named: ["post", "rev", "r"], from: &cursor)?.number
  }

  /// Takes a local version label.
  ///
  /// - Returns: The segments, an empty list if there is no label, or `nil` if it is malformed.
  private static func takeLocal(from cursor: inout VersionCursor) -> [LocalSegment]? {
    guard cursor.take(UInt8(ascii: "+")) else { return [] }
    var local: [LocalSegment] = []
    repeat {
      guard let run = cursor.takeRun(of: \.isASCIILetterOrDigit) else { return nil }
      local.append(
        run.allSatisfy(\.isASCIIDigit)
          ? .number(Numeral(digits: run))
          : .name(String(decoding: run.map(\.lowercasedASCII), as: UTF8.self)))
    } while cursor.take(anyOf: \.isPEP440Separator)
    return local
  }

  var isPrerelease: Bool { pre != nil || dev != nil }

  var normalized: String {
    var text = epoch.isZero ? release.dotted : "\(epoch.digits)!\(release.dotted)"
    if let pre { text += pre.phase.rawValue + pre.number.digits }
    if let post { text += ".post" + post.digits }
    if let dev { text += ".dev" + dev.digits }
    if !local.isEmpty {
      let segments = local.map { segment in
        switch segment {
        case .number(let numeral): numeral.digits
        case .name(let name): name
        }
      }
      text += "+" + segments.joined(separator: ".")
    }
    return text
  }

  var order: String {
    var key = publicKey
    for segment in local {
      switch segment {
      case .name(let name): key.append(.word, word: name)
      case .number(let numeral): key.append(numeral)
      }
    }
    // `.floor` precedes every further segment, so a version precedes its local versions.
    key.append(.floor)
    return key.text
  }
}

extension PEP440Version {
  /// The key without the local label: a prefix of the keys of all local versions of this version.
  var publicKey: OrderKey {
    var key = prereleaseKey
    if let post { key.append(post) } else { key.append(.end) }
    if let dev { key.append(dev) } else { key.append(.notInDevelopment) }
    return key
  }

  /// The key of the epoch and the release: a prefix of the keys of all versions of that release.
  var releaseKey: OrderKey { Self.releaseKey(epoch: epoch, release: release) }

  /// Returns the key of an epoch and a release.
  static func releaseKey(epoch: Numeral, release: [Numeral]) -> OrderKey {
    var key = OrderKey()
    key.append(epoch)
    key.append(release: release)
    return key
  }

  /// The key up to the prerelease segment: a prefix of the keys of the post-releases.
  ///
  /// A development release without a prerelease segment, such as `1.dev0`, precedes the alphas.
  var prereleaseKey: OrderKey {
    var key = releaseKey
    if let pre {
      key.append(.word, word: pre.phase.rawValue)
      key.append(pre.number)
    } else if post == nil, dev != nil {
      key.append(.floor)
    } else {
      key.append(.end)
    }
    return key
  }
}

extension UInt8 {
  fileprivate var isPEP440Separator: Bool {
    self == UInt8(ascii: ".") || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}
