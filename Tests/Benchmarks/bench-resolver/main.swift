// Measures the solver in generated worlds and in the scenarios of other projects, prints a table,
// and exits with status 1 if a budget is exceeded. The scenarios require the conformance data and
// are skipped without it.
//
//     bench-resolver [WORLD [SEED]]
//     bench-resolver hard SHAPE SEED [dimacs]
//
// A world is `layered`, `large`, `dense`, or `scenarios`. With a seed, only that one is measured.
// `scripts/bench-resolver-hard` calls the second form. See `HardUniverse`.

import Resolution
import ResolutionScenarios

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The measurement of one search.
struct Measurement {
  let name: String
  let milliseconds: Double
  let statistics: SearchStatistics
  let isSolved: Bool
}

/// Resolves requirements `runs` times, and returns the shortest CPU time of a run.
func measure<Provider: VersionProvider>(
  _ name: String, _ provider: Provider, _ requirements: [Dependency<Provider.World>],
  keeping locked: [Provider.World.Package: Provider.World.Version] = [:], runs: Int
) async throws -> Measurement {
  var times: [Duration] = []
  var last: ResolutionOutcome<Provider.World>?
  for _ in 0..<runs {
    let start = processTime()
    last = try await Resolver(provider: provider, maximumRequestsAtOnce: 1)
      .resolve(requirements, keeping: locked)
    times.append(processTime() - start)
  }
  let milliseconds = Double((times.min() ?? .zero) / .microseconds(1)) / 1000
  switch last {
  case .solution(let solution):
    return Measurement(
      name: name, milliseconds: milliseconds, statistics: solution.statistics, isSolved: true)
  case .conflict(let report):
    return Measurement(
      name: name, milliseconds: milliseconds, statistics: report.statistics, isSolved: false)
  case .undecided, nil: preconditionFailure("no outcome")
  }
}

/// Returns the CPU time of the process, which is meaningful even on a busy machine.
func processTime() -> Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Returns the peak resident memory of the process, in MiB.
func peakMemory() -> Int {
  var usage = rusage()
  // The value of RUSAGE_SELF, a constant whose type differs between platforms.
  unsafe getrusage(0, &usage)
  #if canImport(Darwin)
    return usage.ru_maxrss >> 20
  #else
    return usage.ru_maxrss >> 10
  #endif
}

/// The budgets of a world in milliseconds, or `nil` for a figure that is only reported.
typealias Budget = (percentile95: Double?, worst: Double?)

/// Prints the measurements of a world. Returns whether they are within the budget.
func report(_ world: String, _ measurements: [Measurement], _ budget: Budget) -> Bool {
  let sorted = measurements.sorted { $0.milliseconds < $1.milliseconds }
  guard let worst = sorted.last else { return true }
  let percentile95 = sorted[max(0, (sorted.count * 95 + 99) / 100 - 1)].milliseconds
  let isWithin =
    budget.percentile95.map { percentile95 <= $0 } ?? true
    && budget.worst.map { worst.milliseconds <= $0 } ?? true
  let words = [
    world, "median \(sorted[sorted.count / 2].milliseconds) ms", "95 % \(percentile95) ms",
    "worst \(worst.milliseconds) ms (\(worst.name), \(worst.isSolved ? "solved" : "no solution"), "
      + "tried \(worst.statistics.versionsTried), conflicts \(worst.statistics.conflicts))",
    "solved \(sorted.count(where: \.isSolved)) of \(sorted.count)",
    "peak memory \(peakMemory()) MiB", isWithin ? "ok" : "OVER",
  ]
  print(words.joined(separator: "\t"))
  return isWithin
}

let arguments = CommandLine.arguments.dropFirst()
let only = arguments.dropFirst().first.flatMap(UInt64.init)

if arguments.first == "hard" {
  guard let (universe, isExport) = HardUniverse.named(by: arguments.dropFirst()) else {
    print("usage: bench-resolver hard \(HardUniverse.Shape.all.keys.sorted()) SEED [dimacs]")
    exit(2)
  }
  print(isExport ? universe.dimacs : await universe.measured(), terminator: "")
  exit(0)
}

/// Returns whether a world is to be measured.
func isChosen(_ world: String) -> Bool { arguments.first.map { $0 == world } ?? true }

/// Returns the measurements of a world for the seeds from 1 to `last`.
func measurements(
  _ last: UInt64, _ body: (UInt64) async throws -> Measurement
) async throws -> [Measurement] {
  var all: [Measurement] = []
  for seed in only.map({ $0...$0 }) ?? 1...last { all.append(try await body(seed)) }
  return all
}

/// Whether every measurement is within its budget.
var isWithinBudget = true

if isChosen("layered") {
  let measured = try await measurements(60) { seed in
    let universe = LayeredUniverse(tools: 1000, versions: 50, seed: seed)
    return try await measure(
      "universe \(seed)", universe, universe.requirements, runs: only == nil ? 3 : 1)
  }
  isWithinBudget = report("1,000 tools x 50 versions", measured, (100, 300)) && isWithinBudget
}
if isChosen("large") {
  let measured = try await measurements(20) { seed in
    let universe = LayeredUniverse(tools: 5000, versions: 50, seed: seed)
    return try await measure("universe \(seed)", universe, universe.requirements, runs: 1)
  }
  isWithinBudget = report("5,000 tools x 50 versions", measured, (nil, 3000)) && isWithinBudget
}
if isChosen("dense") {
  let measured = try await measurements(20) { seed in
    let universe = DenseUniverse(tools: 40, versions: 15, seed: seed)
    return try await measure("universe \(seed)", universe.shelf, universe.requirements, runs: 1)
  }
  isWithinBudget = report("40 tools x 15 versions, dense", measured, (nil, nil)) && isWithinBudget
}
if isChosen("scenarios") {
  var measured: [Measurement] = []
  for scenario in try Scenario.load() {
    // Parses every release in advance, so that the measurement excludes parsing.
    let shelf = Shelf(
      releases: Dictionary(
        uniqueKeysWithValues: scenario.world.packages.compactMap { name in
          scenario.world.releases(of: name).map { (name, $0) }
        }))
    measured.append(
      try await measure(
        scenario.id, shelf, scenario.requirements, keeping: scenario.kept, runs: 3))
  }
  if measured.isEmpty { print("scenarios: not measured, no data") }
  isWithinBudget = report("scenarios of other projects", measured, (nil, 50)) && isWithinBudget
}
exit(isWithinBudget ? 0 : 1)
