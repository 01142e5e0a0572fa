import { checkSettings } from "#server/config/config.ts";
import { runCli } from "./cli.ts";
import { endWithReader, terminal } from "./terminal.ts";

// The command `kasse` of an image or a package, where npm's scripts are not.
endWithReader();
process.exitCode = await runCli(process.argv.slice(2), terminal(), checkSettings, "kasse");
