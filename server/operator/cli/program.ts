import { runCli } from "./cli.ts";
import { terminal } from "./terminal.ts";

/** Runs the command of this process's arguments. `program`: how a person calls it, which the help repeats. */
export async function runProgram(program: string): Promise<void> {
  // A reader that closes the pipe early, such as `head`, is not an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  process.exitCode = await runCli(process.argv.slice(2), terminal(program));
}
