package import Diagnostics
package import Projects
package import Selection

extension InstallWorkflow {
  /// Returns the request to install the tools of an edited project and to write the edit. If
  /// the user does not accept what the tools ask for, or a tool cannot be installed, nothing is
  /// written.
  ///
  /// - Parameters:
  ///   - edit: The project with its new lock.
  ///   - selector: Reads the pin files of the folder.
  ///   - groups: The groups that the command chooses.
  package func request(
    for edit: ProjectEdit, _ selector: Selector, with groups: GroupChoice
  ) throws(Problem) -> Request {
    var request = Request()
    request.groups = groups
    request.chain = try selector.pinChain(reading: .pinFiles)
    request.selector = selector
    request.project = edit.project
    request.edit = edit
    return request
  }
}
