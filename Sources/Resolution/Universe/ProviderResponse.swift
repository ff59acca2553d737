/// A response of the provider, with one case for each case of ``ProviderRequest``.
enum ProviderResponse<World: Universe>: Sendable {
  /// The releases of a package.
  case listing(PackageListing<World>)

  /// The dependencies of a release.
  case needs(ReleaseNeeds<World>)
}
