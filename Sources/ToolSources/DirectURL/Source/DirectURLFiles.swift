internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Versions
internal import Vocabulary

/// The files of a version: the address, format, and stated digest of each.
struct DirectURLFiles: Sendable {
  let request: PackageRequest
  let tagged: TaggedVersion
  /// The template of the address.
  let address: TemplateAddress
  let values: TemplateValues
  let subject: ProblemSubject

  /// Reads the lines that apply to a version. Returns `nil` if none states an address.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if a line is invalid.
  init?(
    _ tagged: TaggedVersion, of request: PackageRequest, _ subject: ProblemSubject
  ) throws(SourceError) {
    let version = tagged.version
    let isConditional = !request.options(LockedDeclaration.packageKey).isEmpty
    let line = request.option(LockedDeclaration.packageKey, for: version)
    if isConditional, line == nil { return nil }
    let text = line?.texts.first ?? request.package
    do {
      values = try TemplateValues(version: version.spelling, tag: tagged.tag) { key in
        request.option(key, for: version)
      }
    } catch {
      throw subject.error(.own(.badTemplate(DirectURLKind.name, error)))
    }
    do {
      address = try TemplateAddress(text)
    } catch {
      throw subject.error(.declaration(.badAddress(.incomplete)))
    }
    self.request = request
    self.tagged = tagged
    self.subject = subject
  }

  /// The platforms that a file may serve.
  var platforms: [Platform] {
    values.platforms(servedBy: address.template, among: request.platforms)
  }

  /// Returns the address of the file for `platform`.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if a word has no value, or the address is invalid.
  func address(
    for platform: Platform, _ transport: SourceTransport
  ) throws(SourceError) -> WebAddress {
    let text = try fill(address.template, for: platform, values, DirectURLKind.name)
    let found = try transport.address(text, subject)
    // A value may contain `../` or a query, which the template itself must not.
    let folder = address.fixedPart
    let part = (try? TemplateAddress(found.text))?.fixedPart
    guard let part, part.hasPrefix(folder), found.withoutQuery == nil else {
      throw subject.error(.own(.outsideTemplate(found.text, folder: folder)))
    }
    return found
  }

  /// Returns the address of the checksums of the file at `file`, or `nil` if none is stated.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if a word has no value, or the address is invalid.
  func checksumAddress(
    for platform: Platform, of file: WebAddress, _ transport: SourceTransport
  ) throws(SourceError) -> WebAddress? {
    let key = DirectURLKind.Key.checksums
    guard case .string(let text)? = request.option(key, for: tagged.version) else { return nil }
    let template: Template
    do {
      template = try Template(text)
    } catch {
      throw subject.error(.own(.badTemplate(key, error)))
    }
    var values = values
    values.url = file.text
    return try transport.address(try fill(template, for: platform, values, key), subject)
  }

  /// Returns the digest that the manifest states for `platform`, or `nil` if it states none.
  func statedDigest(for platform: Platform) -> SHA256Digest? {
    guard let value = request.option(DirectURLKind.Key.digests, for: tagged.version),
      let map = try? PlatformMap(value), let template = map[platform]
    else { return nil }
    return SHA256Digest(hexadecimal: template.text)
  }

  /// Returns the format of the file at `address`.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if bootstrap cannot install it.
  func format(of address: WebAddress) throws(SourceError) -> ArtifactFormat {
    switch PackageFormat(of: address.fileName) {
    case .known(let format): return format
    case .unsupported(let ending): throw subject.error(.own(.unsupportedFormat(ending)))
    }
  }

  private func fill(
    _ template: Template, for platform: Platform, _ values: TemplateValues, _ key: String
  ) throws(SourceError) -> String {
    do {
      return try values.fill(template, for: platform)
    } catch {
      throw subject.error(.own(.badTemplate(key, error)))
    }
  }
}

extension WebAddress {
  /// The last component of the path.
  var fileName: String {
    let path = text.prefix { $0 != "?" }.split(separator: "/").dropFirst(2)
    return String(path.last ?? "file")
  }
}
