/** A full run (`npm run test:full`): also the tests that are long, or whose rules the HTTP tests hold as well. */
export const FULL = Boolean(process.env["KASSE_TEST_FULL"]);
