internal import Diagnostics
internal import Layout

/// The in-memory repository of verifications.
struct MemoryVerifications: Repository {
  let memory: Memory

  func values() throws(Problem) -> [Verification] {
    memory.read { $0.verifications.values.sorted { $0.time < $1.time } }
  }

  func value(_ installed: InstalledVersion) throws(Problem) -> Verification? {
    memory.read { $0.verifications[installed] }
  }

  func save(_ verifications: [Verification]) throws(Problem) {
    try memory.write { records throws(Problem) in
      for one in verifications where records.installations[one.installed]?.isInPlace == true {
        records.verifications[one.installed] = one
      }
    }
  }
}
