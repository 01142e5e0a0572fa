import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestDatabase } from "../support/database.ts";
import { freePort } from "../support/ports.ts";
import { eventually } from "../support/shop.ts";

test("the development server renders a page of the shop", { timeout: 120_000 }, async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "kasse-dev-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["tools/dev.ts"], {
    env: {
      ...process.env,
      NODE_ENV: "development",
      PORT: String(port),
      PAYMENT_SANDBOX_PORT: String(await freePort()),
      PUBLIC_URL: url,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
    },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  try {
    const page = await eventually("an answer of the development server", async () =>
      fetch(`${url}/en/mobile/SMART60`).then(
        async (response) => (response.status === 502 || response.status === 503 ? null : response),
        () => null,
      ),
    );
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("SMART 60</h1>");
  } finally {
    child.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    await database.drop();
  }
});
