// The built server with periods from the environment, cheap passwords and one runner for jobs, for tests that would
// wait too long for the usual ones.
import { run } from "../../dist/programs/run.js";

await run({
  periods: JSON.parse(process.env.KASSE_TEST_PERIODS),
  runners: "one",
  hashing: { memoryCost: 8, timeCost: 1 },
});
