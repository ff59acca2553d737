import Diagnostics
internal import Filesystem
internal import Vocabulary

/// Requests for consent that the user answers as one: an address, all programs of a tool, or all
/// packages of a statement.
struct RequestGroup {
  private(set) var requests: [TrustProblem.Request]
  private var first: TrustProblem.Request { requests[0] }

  /// Groups requests, in the order in which the groups first appear.
  static func groups(of requests: [TrustProblem.Request]) -> [RequestGroup] {
    var groups: [RequestGroup] = []
    for request in requests {
      let index = groups.firstIndex { $0.first.isOfSameTool(as: request) }
      if let index {
        groups[index].requests.append(request)
      } else {
        groups.append(RequestGroup(requests: [request]))
      }
    }
    return groups
  }

  /// A word for the kind of request, such as `index` or `program`.
  var label: String {
    switch first.item {
    case .source("directory", _): "folder"
    case .source("url", _): "address"
    case .source("registry", _): "registry"
    case .source: "index"
    case .artifact: "download"
    case .build: "build"
    case .gemExtension: requests.count == 1 ? "extension" : "extensions"
    case .hook: "hook"
    case .hostPackage: requests.count == 1 ? "package" : "packages"
    case .attestationRoot: "root"
    case .executable, .content: requests.count == 1 ? "program" : "programs"
    }
  }

  /// The request with its location, such as `https://… (Toolfile:1)`.
  var text: String {
    let place =
      (first.origin.map { " (\($0.withoutColumn))" } ?? "")
      + (first.credential.map { credential in
        ", which receives \(credential.phrase)"
          + (first.isOffline ? " once `--offline` is not set" : "")
      } ?? "")
    switch first.item {
    case .source(_, let address): return address + place
    case .artifact(let tool, let address): return "\(address) for \(tool)\(place)"
    case .executable(_, let tool, let source, let package, let address):
      // A pin without a lock states neither a source nor a package.
      let publisher = first.publisher.map { ", published by \($0)" } ?? ""
      let from =
        source.isEmpty
        ? "" : " (\(source) \(package)\(address.map { " at \($0)" } ?? "")\(publisher))"
      return "\(names) from \(tool)\(from)\(instead)\(place)"
    case .build(let tool, let version, let archive, _, _):
      return "\(tool) \(version) from \(archive)\(place)"
    case .gemExtension(let tool, let gem, let version, let digest):
      return requests.count == 1
        ? "\(gem) \(version) of \(tool), \(digest)\(place)"
        : "\(requests.count) gems of \(tool)\(place)"
    case .hook(let hook): return hook.name.text + place
    case .hostPackage(let manager, _):
      return packages.joined(separator: ", ") + " via \(manager.programName)\(place)"
    case .attestationRoot(let issuer, let digest): return "\(issuer), \(digest)\(place)"
    case .content(let tool, _): return "the files of \(tool) in the repository\(place)"
    }
  }

  /// The names of the programs: `` `npm`, `npx` ``.
  private var names: String {
    requests.compactMap(\.programName).map { "`\($0)`" }.joined(separator: ", ")
  }

  /// What the programs hide, or an empty string: `, instead of /bin/sh`.
  private var instead: String {
    let hidden = requests.compactMap { request in request.hidden.map { (request, $0) } }
    guard let (_, first) = hidden.first else { return "" }
    if hidden.count == 1 { return ", instead of \(first.text)" }
    var places: [(place: String, names: [String])] = []
    for (request, program) in hidden {
      let name = request.programName.map { "`\($0)`" } ?? ""
      if let index = places.firstIndex(where: { $0.place == program.place }) {
        places[index].names.append(name)
      } else {
        places.append((program.place, [name]))
      }
    }
    if places.count == 1, hidden.count == requests.count {
      return ", instead of those \(places[0].place)"
    }
    return ", instead of "
      + places.map { "\($0.names.joined(separator: ", ")) \($0.place)" }.joined(separator: " and ")
  }

  /// The other files of a build and its numbered steps, in lines. A step with line feeds has
  /// several.
  var steps: [String] {
    if case .hook(let hook) = first.item { return hook.lines }
    guard case .build(_, _, _, let parts, let steps) = first.item else { return [] }
    let files = parts.map { "\($0.isPatch ? "patch" : "with") \($0.name): \($0.digest)" }
    return files
      + steps.enumerated().flatMap { index, step in
        step.split(separator: "\n").enumerated().map { line, text in
          (line == 0 ? "\(index + 1). " : "   ") + text
        }
      }
  }

  /// The gems with native extensions in lines, or none for a single one, which ``text`` names.
  private var extensions: [String] {
    if requests.count == 1 { return [] }
    return requests.compactMap { request in
      guard case .gemExtension(_, let gem, let version, let digest) = request.item else {
        return nil
      }
      return "\(gem) \(version) \(digest)"
    }
  }

  /// What it means to accept the request, in lines.
  var effect: [String] {
    switch first.item {
    case .source("directory", _):
      ["tools of this project come from this folder, which is outside the repository"]
    case .source("url", _):
      [
        "files of this project's tools are downloaded from here;",
        "whoever runs this server decides what they do on your machine",
      ]
    case .source("registry", _):
      [
        "this registry defines tools of this project;",
        "until they are locked, whoever can change it decides where their files come from",
      ]
    case .source:
      [
        "tools of this project come from here, and not from the index in your settings;",
        "whoever runs this server decides what they do on your machine",
      ]
    case .artifact:
      [
        "the Toolfile names another source, and `bootstrap lock` would not write this;",
        "if you do not know why it is there, say no and ask who changed the lock",
      ]
    case .executable(_, let tool, _, _, _):
      [
        requests.count == 1
          ? "here and below, \(names) is then this program, also for your editor and scripts;"
          : "here and below, these are then its programs, also for your editor and scripts;",
        "to use \(tool) without \(requests.count == 1 ? "it" : "them"), "
          + "list the programs that you want: `executables: [\"…\"]`",
      ]
    case .build:
      ["these steps run on your machine, without access to the network or your files:"] + steps
    case .gemExtension:
      [
        requests.count == 1
          ? "code of this gem runs on your machine while it is installed,"
          : "code of these gems runs on your machine while they are installed,",
        "without access to the network or your files"
          + (requests.count == 1 ? "" : ":"),
      ] + extensions
    case .hook:
      ["`bootstrap setup` runs this in the project's folder, as you, without a sandbox:"]
        + steps + ["it can also run other files there, which this list does not show"]
    case .hostPackage(let manager, _): effect(of: manager)
    case .attestationRoot:
      [
        "this file says who may sign in the name of this issuer;",
        "whoever wrote it can make files of this issuer's publishers count as verified",
      ]
    case .content: []
    }
  }
}

extension TrustProblem.Request {
  /// Returns whether both requests are for programs of one tool, or for the native extensions of
  /// its gems.
  fileprivate func isOfSameTool(as other: TrustProblem.Request) -> Bool {
    if case .gemExtension(let tool, _, _, _) = item,
      case .gemExtension(tool, _, _, _) = other.item
    {
      return origin == other.origin
    }
    if case .hostPackage(let manager, _) = item, case .hostPackage(manager, _) = other.item {
      return origin == other.origin
    }
    guard case .executable(_, let tool, let source, let package, let address) = item,
      case .executable(_, tool, source, package, address) = other.item
    else { return false }
    return origin == other.origin
  }

  /// The name of the program that the request is for, or `nil` if it is for something else.
  fileprivate var programName: ExecutableName? {
    if case .executable(let name, _, _, _, _) = item { name } else { nil }
  }
}

extension HiddenProgram {
  /// The program for messages: a path, or a pinned version.
  var text: String {
    switch self {
    case .program(let path): path
    case .pin(let tool, let version, let origin):
      "your \(tool) \(version) (\(origin.withoutColumn))"
    }
  }

  /// The folder of the program, or the pinned version: `in /usr/bin`, `of your node 24.0 (…)`.
  fileprivate var place: String {
    switch self {
    case .program(let path):
      "in \(FilePath(path).parentDirectory.string)"
    case .pin: "of " + text
    }
  }
}

extension SentCredential {
  /// The secret by its place, without the secret itself: `your token in GH_ENTERPRISE_TOKEN`.
  var phrase: String {
    switch self {
    case .variable(let name): "your token in \(name)"
    case .program(let name): "your token from `\(name)`"
    case .index: "the password of the index in your settings"
    case .netrc: "your password in .netrc"
    }
  }
}
