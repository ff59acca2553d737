/// A file that an installation contains in addition to its artifact, such as a gem.
///
/// The requirements are the properties that affect the content id.
package protocol ContentPart: Hashable, Sendable {
  var name: PartName { get }
  var version: VersionText { get }
  var format: ArtifactFormat { get }
  var digest: SHA256Digest { get }
}
