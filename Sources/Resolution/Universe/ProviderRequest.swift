/// A request to the provider.
package enum ProviderRequest<World: Universe>: Hashable, Sendable {
  /// The releases of a package.
  case listing(World.Package)

  /// The dependencies of a release.
  case needs(of: World.Package, at: World.Version)
}
