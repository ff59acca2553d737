internal import Archives
internal import Transport
internal import Vocabulary

extension PyPIPackage {
  /// Returns the profile in a wheel of `release`, because the pages of an index have no
  /// descriptions.
  func profile(at release: SourceRelease) async throws(SourceError) -> PackageProfile {
    guard let platform = Platform.allCases.first(where: { file(of: release, for: $0) != nil })
    else {
      return PackageProfile()
    }
    let wheel = try wheel(of: release, for: platform)
    let (_, bytes) = try await transport.open(wheel, subject)
    let entries = try await bytes.zipEntries(at: wheel.address, subject)
    guard let entry = entries.first(where: { WheelMetadata.isMetadata($0.path.text) }) else {
      return PackageProfile()
    }
    let text = try await bytes.contents(
      of: entry, limit: WheelMetadata.maximumSize, at: wheel.address, subject)
    return WheelMetadata(text).profile
  }
}
