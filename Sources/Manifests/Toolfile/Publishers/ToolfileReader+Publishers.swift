internal import Diagnostics
internal import Vocabulary

/// The statements about publishers that were read so far.
struct ToolfilePublisherStatements {
  var requiredProvenance: Located<Provenance>?
  var roots: [Toolfile.AttestationRoot] = []
}

// The statements about publishers.
extension ToolfileReader {
  /// Reads `require_provenance :verified`.
  mutating func readRequiredProvenance(_ statement: ToolfileStatement, _ scope: Scope) {
    guard isFirstAtTopLevel(statement, scope) else { return }
    rejectOptions(of: statement)
    rejectValues(after: 1, of: statement)
    guard let first = statement.values.first else { return reportMissing(.provenance, statement) }
    publishers.requiredProvenance = readProvenance(first, of: statement.word)
      .map { Located($0, at: origin(statement.position)) }
  }

  /// Reads `:stated` or `:verified`.
  mutating func readProvenance(_ value: ToolfileValue, of subject: String) -> Provenance? {
    if case .symbol(let name) = value.content, let known = Provenance(rawValue: name) {
      return known
    }
    reportWrong(value, of: subject, expected: .provenance)
    return nil
  }

  /// Reads `attestation_root "roots/acme.json", issuer: "https://token.acme.example"`.
  mutating func readAttestationRoot(_ statement: ToolfileStatement, _ scope: Scope) {
    if !scope.blocks.isEmpty {
      return report(.onlyAtTopLevel(word: statement.word), at: statement.position)
    }
    let key = "issuer"
    rejectOptions(of: statement, except: [key])
    rejectValues(after: 1, of: statement)
    guard let first = statement.values.first else { return reportMissing(.filePath, statement) }
    guard let text = readText(first, of: statement.word, expected: .filePath) else { return }
    guard let path = ArtifactPath(text), !text.hasPrefix("~") else {
      return report(.pathOutsideFolder(text), at: first.position)
    }
    guard let value = statement.value(of: key) else {
      return reportMissing(.text("\(key):"), statement)
    }
    guard let issuer = readText(value, of: key, expected: .address) else { return }
    guard issuer.hasPrefix("https://"), ArtifactURL(issuer) != nil else {
      return report(.webAddress(issuer), at: value.position)
    }
    // A second root would make it unclear which of the two vouches for the issuer.
    if publishers.roots.contains(where: { $0.issuer == issuer }) {
      return report(.duplicateValue(of: key, issuer), at: value.position)
    }
    publishers.roots.append(
      Toolfile.AttestationRoot(path: path, issuer: issuer, origin: origin(statement.position)))
  }
}

// The lines of definitions about publishers.
extension ToolfileReader {
  /// Reads `publisher github: "acme/mytool", workflow: "release.yml"`.
  mutating func readPublisher(_ line: ToolfileStatement) -> PublisherExpectation? {
    let workflowKey = "workflow"
    rejectOptions(of: line, except: PublisherExpectation.services + [workflowKey])
    rejectValues(after: 0, of: line)
    let accounts = line.arguments.filter {
      PublisherExpectation.services.contains($0.key?.name ?? "")
    }
    guard let account = accounts.first, let service = account.key?.name else {
      reportMissing(.text("\(PublisherExpectation.services[0]):"), line)
      return nil
    }
    if accounts.count > 1 {
      report(.extraArgument(word: line.word), at: accounts[1].value.position)
    }
    guard case .string(let repository) = account.value.content,
      PublisherExpectation(service, repository) != nil
    else {
      reportWrong(account.value, of: service, expected: .repository)
      return nil
    }
    guard let value = line.value(of: workflowKey) else {
      return PublisherExpectation(service, repository)
    }
    guard case .string(let workflow) = value.content,
      let expectation = PublisherExpectation(service, repository, workflow: workflow)
    else {
      reportWrong(value, of: workflowKey, expected: .fileName)
      return nil
    }
    return expectation
  }

  /// Reads `minisign "RW…"`.
  mutating func readMinisignKey(_ value: ToolfileValue, of word: String) -> String? {
    if case .string(let text) = value.content, DefinedPublisher.isMinisignKey(text) { return text }
    reportWrong(value, of: word, expected: .minisignKey)
    return nil
  }
}
