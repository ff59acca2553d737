import Dispatch
import Synchronization
import Testing

@testable import Filesystem

@Suite struct WorkerPoolTests {
  private final class Record: Sendable {
    let running = Mutex((now: 0, most: 0))
    let order = Mutex<[String]>([])
  }

  @Test func `every job returns its result, with at most one job per thread`() async throws {
    let workers = WorkerPool(threads: 3)
    let record = Record()
    let results = await withTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          await workers.result(size: number % 7) {
            record.running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { record.running.withLock { $0.now -= 1 } }
            return number * 2
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.sorted() == (0..<200).map { $0 * 2 })
    #expect((1...3).contains(record.running.withLock { $0.most }))
  }

  @Test func `the largest waiting job starts first, and equal ones in order`() async throws {
    let workers = WorkerPool(threads: 1)
    let gate = DispatchSemaphore(value: 0)
    let record = Record()
    workers.enqueue(size: 9) { gate.wait() }
    for (size, name) in [(1, "a"), (3, "b"), (2, "c"), (3, "d"), (1, "e")] {
      workers.enqueue(size: size) { record.order.withLock { $0.append(name) } }
    }
    gate.signal()
    await workers.result(size: 0) {}
    #expect(record.order.withLock { $0 } == ["b", "d", "c", "a", "e"])
  }

  @Test(arguments: [0, 1, 1000])
  func `every number is processed once, at most one per thread`(count: Int) async {
    let record = Record()
    let seen = Mutex<[Int]>([])
    await WorkerPool(threads: 3).forEach(below: count) { number in
      record.running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      defer { record.running.withLock { $0.now -= 1 } }
      seen.withLock { $0.append(number) }
    }
    #expect(seen.withLock { $0.sorted() } == Array(0..<count))
    #expect(record.running.withLock { $0.most } <= 3)
  }

  @Test func `a cancelled loop skips the remaining numbers`() async {
    let record = Record()
    let gate = DispatchSemaphore(value: 0)
    let isBusy = DispatchSemaphore(value: 0)
    let task = Task {
      await WorkerPool(threads: 1).forEach(below: 1000) { number in
        record.order.withLock { $0.append("\(number)") }
        isBusy.signal()
        gate.wait()
      }
    }
    await BlockingThread.result { isBusy.wait() }
    task.cancel()
    gate.signal()
    await task.value
    #expect(record.order.withLock { $0 } == ["0"])
  }

  @Test func `a failure affects only its own job`() async throws {
    struct Failure: Error, Equatable {}
    let workers = WorkerPool(threads: 2)
    await #expect(throws: Failure()) {
      try await workers.result(size: 1) { () throws(Failure) -> Int in throw Failure() }
    }
    #expect(await workers.result(size: 1) { 7 } == 7)
  }

  @Test(arguments: [0, 1, 255, 256, 257, 3001])
  func `the parts of a list have all items, in order`(count: Int) {
    let results = BlockingThread.resultsOfParts(of: Array(0..<count)) { Array($0) }
    #expect(Array(results.joined()) == Array(0..<count))
  }
}
