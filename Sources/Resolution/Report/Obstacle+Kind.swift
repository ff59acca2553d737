extension Obstacle {
  /// The kind of an obstacle. A message names only one version for each combination of kinds.
  enum Kind: Hashable, Sendable {
    case prerelease, yanked, cooldown, metadata, undated, step

    /// The missing platforms, which may differ from one version to the next.
    case platforms([String])
  }

  /// The kind of the obstacle.
  var kind: Kind {
    switch self {
    case .prerelease: .prerelease
    case .yanked: .yanked
    case .cooldown: .cooldown
    case .platforms(let platforms): .platforms(platforms)
    case .metadata: .metadata
    case .undated: .undated
    case .step: .step
    }
  }

  /// Returns the elements in the order in which to suggest them: those that were yanked last, and
  /// those with fewer obstacles first. Ties keep their original order.
  ///
  /// - Parameters:
  ///   - elements: The elements, most preferred first.
  ///   - obstacles: Returns the obstacles of an element.
  package static func suggestionOrder<Element>(
    of elements: [Element], _ obstacles: (Element) -> [Obstacle]
  ) -> [Element] {
    let ranks = elements.enumerated().map { index, element in
      let obstacles = obstacles(element)
      let isYanked = obstacles.contains { $0.kind == .yanked }
      return (isYanked ? 1 : 0, obstacles.count, index)
    }
    return ranks.sorted(by: <).map { elements[$0.2] }
  }

  /// Selects the elements to name in a message, in their original order: the first with each
  /// combination of kinds of obstacles, and among those that are only too young, the one that
  /// becomes eligible soonest.
  ///
  /// - Parameters:
  ///   - elements: The elements, most preferred first.
  ///   - obstacles: Returns the obstacles of an element.
  package static func representatives<Element>(
    of elements: [Element], _ obstacles: (Element) -> [Obstacle]
  ) -> [Element] {
    func eligible(_ element: Element) -> Int? {
      guard case .cooldown(_, let eligible)? = obstacles(element).first,
        obstacles(element).count == 1
      else { return nil }
      return eligible
    }
    let soonest = elements.compactMap(eligible).min()
    var kinds: Set<[Kind]> = []
    var isSoonestNamed = false
    return elements.filter { element in
      let isFirst = kinds.insert(obstacles(element).map(\.kind)).inserted
      let isSoonest = !isSoonestNamed && soonest != nil && eligible(element) == soonest
      isSoonestNamed = isSoonestNamed || isSoonest
      return isFirst || isSoonest
    }
  }
}
