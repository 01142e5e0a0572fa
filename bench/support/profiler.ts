import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";

// Loaded into a server with `--import`: SIGUSR2 starts a profile, and the next SIGUSR2 writes it to the folder in
// KASSE_PROFILE.
const folder = process.env["KASSE_PROFILE"];
if (folder === undefined) throw new Error("KASSE_PROFILE is not set");
let session: Session | null = null;

process.on("SIGUSR2", () => void (session ? stop(session) : start()));

async function start(): Promise<void> {
  session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
}

async function stop(running: Session): Promise<void> {
  const { profile } = await running.post("Profiler.stop");
  writeFileSync(join(folder ?? "", "server.cpuprofile"), JSON.stringify(profile));
  running.disconnect();
  session = null;
}
