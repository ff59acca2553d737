internal import Diagnostics
internal import Filesystem
internal import Layout

/// The in-memory repository of projects.
struct MemoryProjects: ProjectRepository {
  let memory: Memory

  func values() throws(Problem) -> [RegisteredProject] {
    memory.read { $0.projects.values.sorted { $0.folder < $1.folder } }
  }

  func value(_ folder: FilePath) throws(Problem) -> RegisteredProject? {
    memory.read { $0.projects[folder] }
  }

  func save(_ drafts: [RegisteredProject.Draft]) throws(Problem) {
    try memory.write { records throws(Problem) in
      for draft in drafts {
        let uses = Dictionary(draft.uses.map { ($0.tool, $0) }, uniquingKeysWith: { $1 })
        records.projects[draft.folder] = RegisteredProject(
          folder: draft.folder, uses: Array(uses.values), seen: WallClock.now, vanished: nil,
          mountPoint: draft.mountPoint)
      }
    }
  }

  func folders() throws(Problem) -> [FilePath] { memory.read { Array($0.projects.keys) } }

  func users(of installed: InstalledVersion) throws(Problem) -> [FilePath] {
    try values().filter { project in
      project.uses.contains { use in
        use.tool == installed.tool && use.version == installed.version
          && (use.id == nil || use.id == installed.id)
      }
    }.map(\.folder)
  }

  func recordVanished(_ missing: [FilePath], now: Int64) throws(Problem) {
    let missing = Set(missing)
    try memory.write { records throws(Problem) in
      records.projects = records.projects.mapValues { project in
        RegisteredProject(
          folder: project.folder, uses: project.uses, seen: project.seen,
          vanished: missing.contains(project.folder) ? project.vanished ?? now : nil,
          mountPoint: project.mountPoint)
      }
    }
  }

  func remove(_ folders: [FilePath]) throws(Problem) {
    try memory.write { records throws(Problem) in
      for folder in folders { records.projects[folder] = nil }
    }
  }
}
