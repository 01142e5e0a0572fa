import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestDatabase } from "../support/database.ts";
import { freePort } from "../support/ports.ts";
import { spawnServer } from "../support/process.ts";

test("starting on an empty database prints no warning", async () => {
  const database = await createTestDatabase("empty");
  const dataDir = await mkdtemp(join(tmpdir(), "kasse-quiet-"));
  const port = await freePort();
  const { child, ended } = spawnServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    PAYMENT_SANDBOX_PORT: String(await freePort()),
    LOG_LEVEL: "warn",
  });
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 300_000 },
    )
    .toBe(200);
  child.kill("SIGTERM");
  const { code, err } = await ended;
  expect([code, err]).toEqual([0, ""]);
  await database.drop();
  await rm(dataDir, { recursive: true });
});
