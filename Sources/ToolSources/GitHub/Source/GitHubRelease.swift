internal import Diagnostics
internal import JSONText
internal import Vocabulary

/// A release as the API describes it.
struct GitHubRelease: Hashable, Sendable {
  /// The number that identifies the release on its server.
  var id = 0
  var tag = ""
  /// Whether the release is not public yet.
  var isDraft = false
  /// Whether the project calls the release a prerelease.
  var isPrerelease = false
  /// Whether the server prevents changes of the files and the tag.
  var isImmutable = false
  /// The time at which the release became public, or `nil` if the server does not state it.
  var published: ReleaseTime?
  /// The files that have been uploaded completely.
  var assets: [GitHubAsset] = []
  /// The file for each platform, if versions are read from file names, otherwise `nil`.
  var named: [Platform: GitHubAsset]?
  /// The files whose names state no version, such as lists of digests, if versions are read from
  /// file names. Otherwise empty.
  var companions: [GitHubAsset] = []
}

/// A file of a release.
struct GitHubAsset: Hashable, Sendable {
  /// The number that identifies the file on its server, or 0 if the server does not state it.
  var id = 0
  var name = ""
  /// The address as the server states it, unvalidated.
  var address = ""
  /// The size in bytes, or `nil` if the server does not state it.
  var size: Int?
  /// The digest, or `nil` if the server states none, as for files from before June 2025.
  var digest: SHA256Digest?
  /// The time of the upload or of the last change, or `nil` if the server does not state it.
  var changed: ReleaseTime?
  /// Whether the upload is complete.
  fileprivate var isUploaded = true
}

extension [GitHubRelease] {
  /// Reads a page of the API.
  ///
  /// - Throws: ``UnreadableResponse`` if the text is not such a page.
  init(page bytes: [UInt8]) throws(UnreadableResponse) {
    if bytes.isEmpty { throw .empty }
    var releases: [GitHubRelease] = []
    var reader = JSONReader(bytes)
    do {
      try reader.array { (reader) throws(JSONReader.Failure) in
        releases.append(try GitHubRelease(&reader))
      }
      try reader.expectEnd()
    } catch {
      throw UnreadableResponse(error, of: bytes)
    }
    self = releases
  }
}

extension GitHubRelease {
  fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Failure) {
    var release = GitHubRelease()
    try reader.object { (reader, key) throws(JSONReader.Failure) in
      switch key {
      case "id": release.id = try reader.integerIfPresent() ?? 0
      case "tag_name": release.tag = try reader.stringIfPresent() ?? ""
      case "draft": release.isDraft = try reader.readIsTrue()
      case "prerelease": release.isPrerelease = try reader.readIsTrue()
      case "immutable": release.isImmutable = try reader.readIsTrue()
      case "published_at":
        release.published = try reader.stringIfPresent().flatMap(ReleaseTime.init)
      case "assets":
        try reader.array { (reader) throws(JSONReader.Failure) in
          let asset = try GitHubAsset(&reader)
          if asset.isUploaded, !asset.name.isEmpty { release.assets.append(asset) }
        }
      default: try reader.skipValue()
      }
    }
    self = release
  }
}

extension GitHubAsset {
  fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Failure) {
    var asset = GitHubAsset()
    try reader.object { (reader, key) throws(JSONReader.Failure) in
      switch key {
      case "id": asset.id = try reader.integerIfPresent() ?? 0
      case "name": asset.name = try reader.stringIfPresent() ?? ""
      case "browser_download_url": asset.address = try reader.stringIfPresent() ?? ""
      case "size": asset.size = try reader.integerIfPresent()
      case "state": asset.isUploaded = try reader.stringIfPresent() == "uploaded"
      case "digest":
        let text = try reader.stringIfPresent() ?? ""
        if text.hasPrefix("sha256:") { asset.digest = SHA256Digest(hexadecimal: text.dropFirst(7)) }
      case "created_at", "updated_at":
        let time = try reader.stringIfPresent().flatMap(ReleaseTime.init)
        asset.changed = [asset.changed, time].compactMap(\.self).max()
      default: try reader.skipValue()
      }
    }
    if let size = asset.size, !(0...Artifact.maximumSize).contains(size) { asset.size = nil }
    self = asset
  }
}
