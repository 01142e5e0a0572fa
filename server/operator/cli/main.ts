import { runCli } from "./cli.ts";
import { endWithReader, terminal } from "./terminal.ts";

// `npm run kasse -- <command>`.
endWithReader();
process.exitCode = await runCli(process.argv.slice(2), terminal());
