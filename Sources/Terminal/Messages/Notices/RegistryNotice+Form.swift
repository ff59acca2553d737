internal import Diagnostics
internal import Vocabulary

extension RegistryNotice {
  var form: Notice.Form {
    switch self {
    case .areCurrent(let isChanged):
      .note(
        isChanged ? "locked the newest content of the registries" : "the registries are unchanged")
    case .redefined(let tools):
      .note(
        "the registries define \(tools.map(\.text).joined(separator: ", ")) differently now; "
          + "to use that, run `bootstrap lock --update "
          + tools.map(\.text).joined(separator: " ") + "`")
    case .redefinedInToolfile(let tools):
      .note(
        "the Toolfile defines \(tools.map(\.text).joined(separator: ", ")) differently now; "
          + "to use that, run `bootstrap update "
          + tools.map(\.text).joined(separator: " ") + "`")
    case .otherDefinition(let tool, let locked, let known?):
      .note(
        "\(tool) is locked as \(locked.words), but this bootstrap defines it as \(known.words); "
          + "to use that, run `bootstrap update \(tool)`")
    case .otherDefinition(let tool, let locked, nil):
      .note("\(tool) is locked as \(locked.words), but this bootstrap does not define it")
    case .definitionsAreValid(let count):
      .note("\(QuantityFormat.count(count, "definition")) checked; the form is valid")
    case .noMatch(let text, let nearest):
      .note(
        "no registry has a tool that matches \(literal(text))"
          + (nearest.isEmpty
            ? "" : "; did you mean \(nearest.map { "`\($0)`" }.joined(separator: ", "))?"))
    case .proposal(let remark): .note(remark.line)
    }
  }
}

extension DefinedPackage {
  /// The source and the package, in quotes.
  fileprivate var words: String { literal("\(source) \(package)") }
}
