internal import Diagnostics
internal import Filesystem
internal import Vocabulary

/// Turns the paths of messages, which are short for people, into absolute ones for programs.
struct PlaceFormat: Sendable {
  /// The folder to which the paths in messages are relative.
  private let folder: FilePath
  private let home: FilePath?

  /// Creates the format for messages whose paths are relative to `folder`, or begin with `~` for
  /// the home folder.
  init(folder: FilePath, environment: Environment) {
    self.folder = folder
    home = environment.path("HOME")
  }

  /// Returns the absolute path for a path in a message.
  func absolute(_ path: String) -> String {
    if path.hasPrefix("~/"), let home { return home.appending(path.dropFirst(2)).string }
    return folder.resolving(FilePath(path)).string
  }

  /// Returns the members for a location: the absolute path and the line, which are null if the
  /// location is not in a file.
  ///
  /// - Parameter name: The name of the member that has the location as text.
  func members(of origin: Origin, named name: String) -> [JSON.Member] {
    let prefix = name == "origin" ? "" : name + "_"
    var (path, number): (JSON, JSON) = (.null, .null)
    if case .file(let file, let line, _) = origin {
      path = .string(absolute(file))
      number = line.map { .number($0) } ?? .null
    }
    return [
      .init(name: prefix + "file", value: path), .init(name: prefix + "line", value: number),
    ]
  }
}

extension JSON {
  /// Returns the value with the absolute path and the line beside each location. Members that are
  /// there already stay.
  func locating(with format: PlaceFormat) -> JSON {
    switch self {
    case .path(let path): return .string(format.absolute(path))
    case .array(let values): return .array(values.map { $0.locating(with: format) })
    case .stream(let groups):
      return .stream(
        ComputedList(count: groups.count) { index in
          groups[index].map { $0.locating(with: format) }
        })
    case .object(let members):
      let names = Set(members.map(\.name))
      return .object(
        members.flatMap { member -> [Member] in
          guard case .origin(let origin) = member.value else {
            return [.init(name: member.name, value: member.value.locating(with: format))]
          }
          let places = format.members(of: origin, named: member.name)
          return [member] + places.filter { !names.contains($0.name) }
        })
    case .null, .bool, .number, .string, .origin: return self
    }
  }
}
