import { connectionOfRun, serverVariable, startTestServer } from "../../test/support/test-server.ts";
import { ensureBundle, ensurePrograms } from "../../tools/launch/bundle.mjs";

/** Builds outdated bundles, and starts the PostgreSQL of these tests, unless the run has one. */
export default async function setUp(): Promise<() => Promise<void>> {
  await ensureBundle(process.execPath);
  await ensurePrograms(process.execPath);
  const server = connectionOfRun() ? null : await startTestServer("embedded");
  if (server) Object.assign(process.env, serverVariable(server.connection));
  return async () => server?.stop();
}
