package import Diagnostics

extension [SourceProblem] {
  /// The problems without repetitions. A wrong `source` statement or index affects every tool that
  /// uses it, but is reported once, for the first tool.
  package var withoutDuplicates: [SourceProblem] {
    var seen: Set<SourceProblem> = []
    return filter { problem in
      seen.insert(problem.fault.isOfSource ? problem.withoutTool : problem).inserted
    }
  }
}

extension SourceProblem {
  /// The problem without the tool that it was found for.
  fileprivate var withoutTool: SourceProblem { SourceProblem(source: source, fault: fault) }
}

extension SourceProblem.Fault {
  /// Whether equal faults of several tools have the same cause, because they name a file.
  fileprivate var isOfSource: Bool {
    switch self {
    case .answer(.noFile), .answer(.foreignFile), .answer(.irregularFile): true
    case .own(let fault): fault.isOfSource
    default: false
    }
  }
}
