/// A question to the provider.
package enum ProviderRequest<World: Universe>: Hashable, Sendable {
  /// What releases has the package?
  case listing(World.Package)

  /// What does the release need?
  case needs(of: World.Package, at: World.Version)
}
