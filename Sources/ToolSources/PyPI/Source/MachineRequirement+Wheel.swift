internal import Manifests
package import Vocabulary

extension MachineRequirement {
  /// Creates the requirement that the file name of a locked wheel states. Returns `nil` for
  /// other artifacts, and if the name states no requirement.
  package init?(_ artifact: Artifact) {
    guard artifact.format == .wheel, let url = artifact.urls.first,
      let file = DistributionName.fileName(ofAddress: Array(url.text.utf8)[...])
    else { return nil }
    switch WheelName(file)?.compatibility(artifact.platform) {
    // A requirement above the limit is possible: the lock may have been edited by hand, or
    // written by a bootstrap with another limit.
    case .runs(let requirement?)?, .requiresNewerMachine(let requirement)?: self = requirement
    default: return nil
    }
  }
}
