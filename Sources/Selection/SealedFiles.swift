/// The files below `installs` that a ``ProjectSeal`` lists, such as `ruff/0.17.5-9f00…/bin/ruff`.
/// An installation without programs is listed by its folder.
///
/// There may be thousands, and most commands need only some of their text, so the lines stay bytes.
struct SealedFiles: Hashable, Sendable {
  /// The lines, as in `file ruff/0.17.5-9f00…/bin/ruff`.
  private(set) var lines: [UInt8] = []
  /// Where the lines contain the paths.
  private var places: [Place] = []

  private struct Place: Hashable {
    let path: Range<Int>
    /// The part of the path that names the folder of the installation.
    let folder: Range<Int>
  }

  private static let keyword: StaticString = "file "

  /// Creates a list without files.
  init() {}

  /// Adds the file at a path below `installs`. Returns `false` and adds nothing if the path can be
  /// neither that of an installation nor that of one of its programs.
  mutating func add(_ path: String) -> Bool {
    let start = lines.count
    lines += "\(Self.keyword)\(path)\n".utf8
    let place = lines.withSpan { Self.place(in: $0, start..<$0.count - 1) }
    guard let place else {
      lines.removeSubrange(start...)
      return false
    }
    places.append(place)
    return true
  }

  /// Reads the lines. Returns `nil` if one of them is invalid.
  init?(_ lines: [UInt8]) {
    self.lines = lines
    let isValid = lines.withSpan { text in
      var start = 0
      while start < text.count {
        let end = LineBoundary.find(in: text, from: start)
        guard end < text.count, let place = Self.place(in: text, start..<end) else { return false }
        places.append(place)
        start = end + 1
      }
      return true
    }
    if !isValid { return nil }
  }

  /// Returns where a line contains the path of an installation or of one of its programs. Returns
  /// `nil` if the path can be neither.
  ///
  /// The folders go to `PATH`, so the path must not lead out of `installs`.
  private static func place(in text: Span<UInt8>, _ line: Range<Int>) -> Place? {
    guard text.has(keyword, at: line.lowerBound) else { return nil }
    let path = line.lowerBound + keyword.utf8CodeUnitCount..<line.upperBound
    var folderEnd = path.upperBound
    var count = 0
    var start = path.lowerBound
    while start <= path.upperBound {
      var end = start
      while end < path.upperBound, text[end] != UInt8(ascii: "/") { end += 1 }
      count += 1
      // An empty name, `.`, or `..`.
      if end - start < 3, (start..<end).allSatisfy({ text[$0] == UInt8(ascii: ".") }) {
        return nil
      }
      if count == 3, !text.has("bin/", at: start) { return nil }
      if count == 2 { folderEnd = end }
      start = end + 1
    }
    guard count == 2 || count == 4 else { return nil }
    return Place(path: path, folder: path.lowerBound..<folderEnd)
  }

  /// The paths of the files.
  var paths: [String] { places.map { text(in: $0.path) } }

  /// The folders of the installations, in the order of the lock.
  var folders: [String] {
    var folders: [String] = []
    folders.reserveCapacity(places.count)
    for place in places {
      let folder = text(in: place.folder)
      if folders.last != folder { folders.append(folder) }
    }
    return folders
  }

  private func text(in range: Range<Int>) -> String {
    String(decoding: lines[range], as: UTF8.self)
  }

  /// Returns whether one of the files belongs to the tool with this name.
  func containFile(ofTool tool: String) -> Bool {
    let start = Array("\(tool)/".utf8)
    return lines.withSpan { text in
      places.contains { place in
        place.folder.count > start.count
          && text.matches(place.folder.lowerBound..<place.folder.lowerBound + start.count, start)
      }
    }
  }
}
