// The program behind every npm script: `node tools/launch.mjs <command> [arguments…]`.
// It runs on Node 18 and newer without dependencies, because it installs Node 24 and the dependencies.
import { ensureBundle, ensurePrograms } from "./launch/bundle.mjs";
import { findCommand, help } from "./launch/commands.mjs";
import { ensureDependencies } from "./launch/dependencies.mjs";
import { LaunchError } from "./launch/error.mjs";
import { ensureNode } from "./launch/node.mjs";
import { run } from "./launch/run.mjs";

async function main([name, ...args]) {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    console.log(help());
    return;
  }
  const command = findCommand(name);
  // Both download, and neither needs the other.
  const [node] = await Promise.all([ensureNode(), ensureDependencies(command)]);
  if (command.bundle) await ensureBundle(node);
  if (command.programs) await ensurePrograms(node);
  for (const step of command.steps) {
    const outcome = await run(node, [...step, ...(step === command.steps.at(-1) ? args : [])], { env: command.env });
    if (outcome.signal) {
      process.kill(process.pid, outcome.signal);
      return;
    }
    process.exitCode = outcome.code;
    if (outcome.code !== 0) return;
  }
}

main(process.argv.slice(2)).catch((error) => {
  if (!(error instanceof LaunchError)) throw error;
  console.error(`kasse: ${error.message}`);
  process.exitCode = error.exitCode;
});
