// The built server with periods from the environment, cheap passwords and one runner for jobs, for tests that would
// wait too long for the usual ones. It ends with the process of the tests, however that ends.
import cluster from "node:cluster";
import { run } from "../../dist/programs/run.js";

if (cluster.isPrimary && process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.channel.unref();
}

await run({
  periods: JSON.parse(process.env.KASSE_TEST_PERIODS),
  runners: "one",
  hashing: { memoryCost: 8, timeCost: 1 },
});
