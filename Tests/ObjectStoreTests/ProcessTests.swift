import Filesystem
import ObjectStore
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tests of several processes that share a store.
@Suite struct ProcessTests {
  let folder = StoreFolder()

  @Test func `concurrent processes can create and write one store`() async throws {
    let path = folder.path
    await withTaskGroup { group in
      for number in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, number = number as Int] in
            let store = try Store(.file(path + "/store.sqlite"), model: Library.model)
            for round in 0..<50 {
              try await store.write { transaction throws(StoreError) in
                let authors = try transaction.count(FetchRequest(Author.self))
                let author = try transaction.insert(
                  Author(name: "\(number) \(round) after \(authors).", mentor: nil))
                try transaction.insert(Library.book(1, by: author))
              }
            }
          }
        }
      }
    }
    let store = try folder.store()
    #expect(try store.count(FetchRequest(Author.self)) == 200)
    // Each transaction counted the authors of all earlier ones, so each count from 0 to 199
    // occurs once.
    for number in 0..<200 {
      #expect(
        try store.count(FetchRequest(Author.self, where: .contains(\.name, " after \(number).")))
          == 1)
    }
    #expect(try store.verify() == [])
  }

  @Test(arguments: 0..<6)
  func `a killed process leaves only complete transactions`(round: Int) async throws {
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, round = round as Int] in
      let store = try Store(.file(path + "/store.sqlite"), model: Library.model)
      Task.detached {
        try await Task.sleep(for: .milliseconds(5 + round * 7))
        kill(getpid(), SIGKILL)
      }
      // A file to which the process appends a byte after each commit.
      let acknowledged = unsafe open(path + "/acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o644)
      while true {
        try await store.write { transaction throws(StoreError) in
          let count = try transaction.count(FetchRequest(Author.self))
          let author = try transaction.insert(Author(name: "\(count)", mentor: nil))
          let books = (1...20).map { Library.book($0, by: author) }
          _ = try transaction.execute(BatchInsert(books, returning: .status))
        }
        unsafe write(acknowledged, ".", 1)
        await Task.yield()
      }
    }
    let store = try folder.store()
    #expect(try store.verify() == [])
    let authors = try store.count(FetchRequest(Author.self))
    let acknowledged = (try? FilePath(path + "/acknowledged").contents(limit: 1 << 20).count) ?? 0
    // The process can be killed between a commit and its acknowledgment.
    #expect(authors == acknowledged || authors == acknowledged + 1)
    #expect(try store.count(FetchRequest(Book.self)) == authors * 20)
  }

  @Test func `a write waits for another one, but not forever`() throws {
    let path = folder.path + "/store.sqlite"
    let first = try Store(.file(path), model: Library.model)
    let second = try Store(
      .file(path), model: Library.model, options: .init(busyTimeout: .milliseconds(30)))
    try first.write { _ in
      guard
        case .busy = #expect(
          throws: StoreError.self,
          performing: {
            try second.insert(Author(name: "Impatient", mentor: nil))
          })
      else {
        Issue.record("the lock was not waited for")
        return
      }
    }
    try second.insert(Author(name: "Patient", mentor: nil))
    #expect(try first.count(FetchRequest(Author.self)) == 1)
  }
}
