internal import Diagnostics
internal import JSONText
internal import SourceKinds

/// What the API says about a repository itself.
struct RepositoryDescription: Sendable {
  var profile = PackageProfile()
  /// Whether only some users may read the repository.
  var isPrivate = false
}

extension RepositoryDescription {
  /// Reads the answer of the API.
  ///
  /// - Throws: ``UnreadableResponse`` if the text is not such an answer.
  init(_ bytes: [UInt8]) throws(UnreadableResponse) {
    if bytes.isEmpty { throw .empty }
    var description = RepositoryDescription()
    var pages: [String?] = [nil, nil]
    var reader = JSONReader(bytes)
    do {
      try reader.object { (reader, key) throws(JSONReader.Failure) in
        switch key {
        case "full_name":
          let name = try reader.stringIfPresent()
          description.profile.package = name.flatMap { RepositoryName($0) }?.description
        case "private": description.isPrivate = try reader.readIsTrue()
        case "description": description.profile.summary = try reader.stringIfPresent()
        case "homepage": pages[0] = try reader.stringIfPresent()
        case "html_url": pages[1] = try reader.stringIfPresent()
        default: try reader.skipValue()
        }
      }
      try reader.expectEnd()
    } catch {
      throw UnreadableResponse(error, of: bytes)
    }
    description.profile.home = pages.compactMap(\.self).first(where: PackageProfile.isHome)
    self = description
  }
}
