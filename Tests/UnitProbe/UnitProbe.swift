import Applications
import EventLoop
import Glibc
import Programs

/// Programs in units of a real service manager, which `with-user-manager` has started around this process.
@main
struct UnitProbe {
  static func main() throws {
    let loop = try EventLoop()
    let stage = try UnitStage(loop)
    switch CommandLine.arguments.dropFirst().first {
    case "ends": try stage.ends()
    case "words": try stage.words()
    case "stops": try stage.stops()
    case "failures": try stage.failures()
    case "limits": try stage.limits()
    case "reach": try stage.reach()
    case "display": try stage.display()
    case "service": try stage.service()
    case "leftovers": try stage.leftovers()
    case "lost": try stage.lost()
    case "many": try stage.many(Int(CommandLine.arguments.last ?? "") ?? 0)
    default: exit(EX_USAGE)
    }
    exit(0)
  }
}
