import MPDProtocol
import Posix

/// The server that the environment names, as for mpc: `SEGUE_HOST`, else `MPD_HOST`, with `MPD_PORT`.
///
/// Source: mpc(1): a name or number, the path of a socket, or `@` and an abstract name, behind a password and `@`
/// where there is one.
struct ServerAddress: Equatable {
  let address: MPDAddress
  let password: String?
  /// The variable that names it.
  let variable: String

  /// `nil` where the environment names none.
  init?(environment: (String) -> String? = Program.environment) throws(UsageError) {
    var port: UInt16 = 6600
    let number = environment("MPD_PORT")
    if let number {
      guard let given = UInt16(number), given > 0 else {
        throw .badArgument(number, allowed: "a port in MPD_PORT, from 1 to 65535")
      }
      port = given
    }
    guard
      let name = ["SEGUE_HOST", "MPD_HOST"].first(where: { environment($0) != nil }),
      var host = environment(name)
    else {
      guard number != nil else { return nil }
      (address, password, variable) = (.host("localhost", port: port), nil, "MPD_PORT")
      return
    }
    var secret: String?
    if let at = host.lastIndex(of: "@"), at > host.startIndex {
      // With an abstract name behind it there are two: `secret@@name`.
      let isAbstract = host[..<at].hasSuffix("@")
      let end = isAbstract ? host.index(before: at) : at
      secret = String(host[..<end])
      host = String(host[host.index(after: end)...])
    }
    variable = name
    password = secret
    let isPath = host.hasPrefix("/") || host.hasPrefix("@")
    address = isPath ? .path(host) : .host(host.isEmpty ? "localhost" : host, port: port)
  }
}
