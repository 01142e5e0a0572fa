// The built server with the periods of its environment, for tests that would wait for the usual ones.
import { run } from "../../dist/programs/run.js";

await run({ periods: JSON.parse(process.env.KASSE_TEST_PERIODS) });
