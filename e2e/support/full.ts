/** True in a full run (`npm run test:full`), which adds long tests and those whose rules HTTP tests also cover. */
export const FULL = Boolean(process.env["KASSE_TEST_FULL"]);
