/**
 * How long a test waits for a state before it fails, in ms: long, so that on a busy machine only what never comes
 * fails. `npm run faults` waits less, because there it is the rule that a state never comes.
 */
export const PATIENCE_MS = Number(process.env["KASSE_TEST_PATIENCE_MS"] ?? 120_000);
