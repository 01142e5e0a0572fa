// The built server with periods from the environment, cheap passwords, one runner for jobs and patience with the
// database, for tests that would wait too long for the usual ones. It ends with the process of the tests, however that
// ends.
import cluster from "node:cluster";
import { run } from "../../dist/programs/run.js";

if (cluster.isPrimary && process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.channel.unref();
}

/** The time limits of a database connection, in ms, as in `patience.ts`. */
const PATIENT = { connect: 60_000, lock: 60_000, statement: 60_000, silence: 90_000, idleInTransaction: 60_000 };

await run({
  periods: JSON.parse(process.env.KASSE_TEST_PERIODS),
  runners: "one",
  hashing: { memoryCost: 8, timeCost: 1 },
  databaseTimes: { shop: PATIENT, work: PATIENT },
});
