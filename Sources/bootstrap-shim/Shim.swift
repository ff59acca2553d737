internal import CShim

/// The program behind every name in the folder of shims: it becomes the version of the tool that the directory pins.
///
/// What it cannot tell by itself, and everything that needs words, it leaves to the main program, which it then becomes.
@c(bootstrap_shim_main)
func main(
  _ argumentCount: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  if shim_is_privileged() {
    ShimMessage.end("does not run with the rights of another user", status: 126)
  }
  guard
    let call = unsafe ShimInvocation(
      arguments: arguments, argumentCount: Int(argumentCount), environment: environment)
  else {
    ShimMessage.end("cannot tell by which name it was started, or there is no HOME", status: 127)
  }
  call.run()
}
