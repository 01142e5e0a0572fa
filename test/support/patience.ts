/**
 * How long a test waits for a state before it fails, in ms: long, so that on a busy machine only what never comes
 * fails. `npm run faults` waits less, because there it is the rule that a state never comes.
 */
export const PATIENCE_MS = Number(process.env["KASSE_TEST_PATIENCE_MS"] ?? 240_000);

/** The time limits of a database connection, in ms. */
const PATIENT = { connect: 60_000, lock: 60_000, statement: 60_000, silence: 90_000, idleInTransaction: 60_000 };
/** The limits of a shop in a test, so that a busy machine's database is no failure. */
export const PATIENT_TIMES = { shop: PATIENT, work: PATIENT };
