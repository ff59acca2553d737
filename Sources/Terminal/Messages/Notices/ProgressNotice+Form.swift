internal import Diagnostics

extension ProgressNotice {
  var form: Notice.Form {
    switch self {
    case .waiting(let holder):
      .note(
        "waiting for " + (holder.isEmpty ? "another bootstrap process" : processPhrase(of: holder)))
    case .waitingForSites(let sites): .note("waiting for \(sites.joined(separator: ", "))")
    case .resolving(let count): .trace("resolving \(QuantityFormat.count(count, "tool"))")
    case .downloading(let title, let count):
      .note("downloading \(title) (\(QuantityFormat.bytes(count)))")
    case .building(let title, let number, let count, let command):
      .note("building \(title), step \(number) of \(count): \(visible(command))")
    case .printed(let line, let title): .trace("\(title): \(visible(line))")
    }
  }
}
