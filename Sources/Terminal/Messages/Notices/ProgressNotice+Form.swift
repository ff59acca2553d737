internal import Diagnostics

extension ProgressNotice {
  var form: Notice.Form {
    switch self {
    case .waiting(let holder):
      .note(
        "waiting for " + (holder.isEmpty ? "another bootstrap process" : processPhrase(of: holder)))
    case .migrating(let size, let old, let new):
      .note("updating the store from version \(old) to \(new) (\(QuantityFormat.bytes(size)))")
    case .converted(let count, let total):
      .note("updating the store: \(count) of \(QuantityFormat.count(total, "record"))")
    case .waitingForSites(let sites): .note("waiting for \(sites.joined(separator: ", "))")
    case .resolving(let count): .trace("resolving \(QuantityFormat.count(count, "tool"))")
    case .downloading(let title, let count):
      .note("downloading \(title) (\(QuantityFormat.bytes(count)))")
    case .building(let title, let stage, let command):
      .note("building \(title), \(stage.words): \(visible(command))")
    case .printed(let line, let title): .trace("\(title): \(visible(line))")
    }
  }
}

extension BuildStage {
  /// The stage as progress messages show it.
  var words: String {
    switch self {
    case .patch(let name): "patch \(name)"
    case .step(let number, let count): "step \(number) of \(count)"
    }
  }
}
