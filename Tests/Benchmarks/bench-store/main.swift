import ObjectStore
import StoreSoak

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Runs one measurement of the object store in its own process: `bench-store CASE DATABASE`.
// Some cases take numbers as further arguments. Prints the elapsed time in milliseconds, the
// growth of resident memory in KB, and the processor time in milliseconds.
// `scripts/bench-store` compares these values with those of the same work in C. The `crash-` and
// `verify-` cases, `damage`, and `cancel` are for `scripts/test-store-crashes`, and `soak` is for
// `scripts/test-store-soak`.

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  print("usage: bench-store CASE DATABASE")
  exit(64)
}
/// Returns the argument at this index as a number, or `otherwise` if it is missing or invalid.
func number(_ index: Int, otherwise: Int = 0) -> Int {
  arguments.indices.contains(index) ? Int(arguments[index]) ?? otherwise : otherwise
}

/// Runs writers, readers, and listeners at the same time: on a file, and in memory.
func soak(at path: String, rounds: Int) async throws {
  let stores = try (0..<2).map { _ in try Store(.file(path), model: Ledger.model) }
  try await Soak(stores, rounds: rounds).run()
  try await Soak([try Store(.memory, model: Ledger.model)], rounds: rounds).run()
}

let bench = Bench(path: arguments[2])
switch arguments[1] {
case "make": try bench.make(number(3), owners: number(4))
case "make-plain": try bench.makePlain(number(3))
case "update": try bench.updatePlain()
case "update-guarded": try bench.updateGuarded()
case "objects": try bench.objects()
case "edits": try bench.edits()
case "save": try bench.save()
case "insert": try bench.insertPlain(number(3, otherwise: 250_000))
case "insert-guarded": try bench.insertGuarded(number(3, otherwise: 250_000))
case "structs": try bench.structs()
case "array": try bench.array()
case "stream": try await bench.stream(countsFirst: false)
case "stream-counted": try await bench.stream(countsFirst: true)
case "cancel-scan": try await bench.cancel(sorted: false)
case "cancel-sort": try await bench.cancel(sorted: true)
case "find": try bench.find()
case "open": try bench.open()
case "observe": try await Delays(path: arguments[2]).observe(1000)
case "live": try await Delays(path: arguments[2]).live(1000)
case "live-memory": try await Delays(path: arguments[2]).live(1000, inMemory: true)
case "listen": try await Delays(path: arguments[2]).listen(number(3))
case "commit": try Delays(path: arguments[2]).commit(number(3))
case "writer": try bench.writer(number(3))
case "crash-save": try Crash(path: arguments[2]).save()
case "crash-batch": try Crash(path: arguments[2]).batch()
case "crash-migrate", "verify-migrate": try await Crash(path: arguments[2]).migrate()
case "damage": try Damage(path: arguments[2], seed: number(3)).run()
case "cancel": try await Cancellation(path: arguments[2], seed: number(3)).run(number(4))
case "soak": try await soak(at: arguments[2], rounds: number(3))
case "verify-save": try Crash(path: arguments[2]).verifySaved()
case "verify-batch": try Crash(path: arguments[2]).verifyBatches()
default:
  print("no such case: \(arguments[1])")
  exit(64)
}
