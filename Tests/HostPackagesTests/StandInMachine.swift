import Filesystem
import Foundation
import HostPackages
import Layout
import Sandboxes
import Selection
import Synchronization
import Vocabulary

/// A machine with programs that give the answers of a ``Scenario`` and record how they are called.
final class StandInMachine: Sendable {
  private let folder: TemporaryDirectory
  private let scenario: Scenario
  private let events = Mutex<[HostPackageEvent]>([])

  /// The distributions, keyed by manager.
  private static let distributions = [
    "apt": "ID=debian", "dnf": "ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"", "apk": "ID=alpine",
    "pacman": "ID=endeavouros\nID_LIKE='arch'", "sudo": "ID=ubuntu\nID_LIKE=debian",
  ]
  private static let databases = [
    "apt": "/var/lib/dpkg/status", "dnf": "/usr/lib/sysimage/rpm/rpmdb.sqlite",
    "apk": "/lib/apk/db/installed", "pacman": "/var/lib/pacman/local/ALPM_DB_VERSION",
    "sudo": "/var/lib/dpkg/status",
  ]
  private static let programs = [
    "apt": ["apt-get", "dpkg", "dpkg-query", "apt-cache"], "dnf": ["dnf", "rpm"], "apk": ["apk"],
    "pacman": ["pacman"], "brew": ["brew"], "cask": ["brew"], "mas": ["mas"],
    "sudo": ["apt-get", "dpkg", "dpkg-query", "apt-cache"],
  ]

  /// Creates the machine of a scenario.
  ///
  /// - Parameter others: The names of other programs to create, which do nothing.
  init(_ scenario: Scenario, others: [String] = []) throws {
    self.scenario = scenario
    folder = try TemporaryDirectory()
    let system = "system"
    try folder.file("\(system)/etc/os-release", Self.distributions[scenario.manager] ?? "")
    if let database = Self.databases[scenario.manager] { try folder.file(system + database) }
    if scenario.settings["lists"] != "missing" {
      let file = try folder.file("\(system)/var/lib/apt/lists/example_Packages.lz4")
      let other = try folder.file("\(system)/var/cache/apk/APKINDEX.0123abcd.tar.gz")
      if scenario.settings["lists"] == "old" {
        for file in [file, other] { try file.parentDirectory.setModified(secondsSince1970: 1) }
      }
    }
    if let file = scenario.settings["file"] { try folder.file(system + file) }
    if let lock = scenario.settings["lock"] { try writeLock(lock.split(separator: " ")) }
    if let link = scenario.settings["link"]?.split(separator: " ") {
      try folder.directory("opt")
      try folder.path.appending(String(link[0].dropFirst())).makeLink(to: FilePath(String(link[1])))
    }
    try folder.directory("answers")
    for name in others + (Self.programs[scenario.manager] ?? []) { try writeProgram(name) }
    if scenario.answers.contains(where: { $0.program == "sudo" }) { try writeProgram("sudo") }
    try folder.path.appending("bin/env").makeLink(to: "/usr/bin/env")
  }

  var path: FilePath { folder.path }
  var log: FilePath { path.appending("packages.log") }

  /// The package managers of the machine.
  var managers: [PackageManager] {
    let environment = Environment([
      "PATH": "\(path)/bin", "HOME": "\(path)/home", "LANG": "de_DE.UTF-8", "HOMEBREW_ASK": "1",
      "GH_TOKEN": "s3cret-token",
    ])
    let programs = HelperPrograms(
      environment, root: Root(path.appending("root")), project: path.appending("project"))
    let isMac = ["brew", "cask", "mas"].contains(scenario.manager)
    let machine = HostMachine(
      folder: path.appending("system"), isSuperuser: scenario.manager != "sudo",
      hasTerminal: scenario.settings["terminal"] == "yes", isMac: isMac)
    let waits = scenario.settings["limit"] != "none" && scenario.name != "locked"
    let isShort = scenario.settings["limit"] == "silence"
    return PackageManager.all(
      programs, on: machine,
      limits: ManagerLimits(
        lockWait: waits ? .seconds(600) : .zero,
        silence: isShort ? .seconds(20) : .seconds(600),
        grace: .seconds(600)))
  }

  /// The manager of the scenario.
  var manager: PackageManager? {
    let kind = scenario.manager == "sudo" ? "apt" : scenario.manager
    return managers.first { $0.kind.rawValue == kind }
  }

  /// Records an event. Releases a lock as soon as an event has reported it.
  func observe(_ event: HostPackageEvent) {
    events.withLock { $0.append(event) }
    if case .waitingForLock = event, scenario.settings["lock"]?.hasSuffix("until told") == true {
      for file in ["proc/locks", "var/lib/pacman/db.lck"] {
        try? path.appending("system/\(file)").removeFile()
      }
    }
  }

  var observed: [HostPackageEvent] { events.withLock { $0 } }

  /// The calls of the programs, one a line.
  var calls: String {
    String(decoding: (try? path.appending("calls").contents(limit: 1 << 20)) ?? [], as: UTF8.self)
  }

  /// The folder and the environment of a program's last run, in lines.
  func environment(of program: String) throws -> [String] {
    let bytes = try path.appending("environment.\(program)").contents(limit: 1 << 20)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Returns a text without the path of the machine.
  func redacted(_ text: String) -> String {
    text.replacingOccurrences(of: "\(path)/bin/env", with: "/usr/bin/env")
      .replacingOccurrences(of: "\(path)/bin", with: "/bin")
      .replacingOccurrences(of: path.string, with: "")
  }

  // MARK: Files

  private func writeLock(_ words: [Substring]) throws {
    let file = try folder.file("system" + words[0])
    guard words.count > 2, words[1].allSatisfy(\.isNumber), let status = try file.status() else {
      return
    }
    let device = status.device
    let numbers = [
      device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & ~0xFF,
    ].map { String($0, radix: 16) }
    let place = "\(numbers[0]):\(numbers[1]):\(status.inode)"
    try folder.file(
      "system/proc/locks",
      """
      1: FLOCK  ADVISORY  WRITE 1 00:1c:487 0 EOF
      2: -> POSIX  ADVISORY  WRITE 4712 \(place) 0 EOF
      3: POSIX  ADVISORY  WRITE \(words[1]) \(place) 0 EOF

      """)
    try folder.file("system/proc/\(words[1])/comm", "\(words[2])\n")
  }

  /// Writes a program that gives the answers of the scenario.
  private func writeProgram(_ name: String) throws {
    let answers = scenario.answers.filter { $0.program == name }
    for (index, answer) in zip(1..., answers) {
      let end =
        switch answer.end {
        case .exit(let code): "exit \(code)"
        case .ask: "read -r answer || exit 1"
        case .hang: "exec sleep 600"
        case .run: "while [ \"$1\" = -n ] || [ \"$1\" = -- ]; do shift; done\nexec \"$@\""
        }
      // A question has no line feed at its end.
      let text = answer.end == .ask ? String(answer.text.trimmingPrefix("\n")) : answer.text
      let lines = text.hasSuffix("\n\n") ? String(text.dropLast()) : text
      try folder.file(
        "answers/\(name).\(index)", answer.end == .ask ? String(lines.dropLast()) : lines)
      try folder.file("answers/\(name).\(index).end", end + "\n")
    }
    try folder.file(
      "bin/\(name)",
      """
      #!/bin/sh
      folder=$(pwd)
      cd '\(path)' || exit 70
      echo "in $folder" >'environment.\(name)'
      env >>'environment.\(name)'
      PATH=/usr/bin:/bin
      count=$(cat 'count.\(name)' 2>/dev/null || echo 0)
      count=$((count + 1))
      echo $count >'count.\(name)'
      echo "\(name) $*" >>calls
      while [ ! -e "answers/\(name).$count" ]; do
        count=$((count - 1))
        [ $count -gt 0 ] || exit 71
      done
      cat "answers/\(name).$count"
      . "./answers/\(name).$count.end"

      """, permissions: 0o755)
  }
}
