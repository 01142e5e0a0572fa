import { afterAll, beforeAll, expect, test } from "vitest";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { atDesk, DESK_URL, startShopWithDesk } from "../support/desk.ts";
import { DeskBrowser } from "../support/desk-browser.ts";
import { startShop, type Shop } from "../support/shop.ts";

let near: Shop;
let far: Shop;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
beforeAll(async () => {
  near = await startShopWithDesk();
  proxy = await startDatabaseProxy(near.database.connection);
  const { user, password, database } = near.database.connection;
  const address = `postgres://${user}:${encodeURIComponent(password)}@${proxy.address.host}:${proxy.address.port}/${database}`;
  far = await startShop({ env: { DESK_URL, DATABASE_URL: address, DATA_DIR: near.kasse.services.config.dataDir } });
});
afterAll(async () => {
  proxy.stop();
  await Promise.all([far.stop(), near.stop()]);
});

/** Maximum time of an answer before people suspect the network, in ms. */
const PROMPT_MS = 55_000;

test("a desk whose database is silent reports within seconds that it is unavailable", async () => {
  const { cookie } = await atDesk(near, "anna@example.ch", "support");
  const browser = new DeskBrowser(far);
  browser.cookie = cookie;
  expect((await browser.call("me")).status).toBe(200);
  proxy.silence();
  const began = performance.now();
  const replies = await Promise.all([browser.call("me"), browser.call("orders"), browser.call("waiting")]);
  expect(replies.map(({ status, body }) => [status, body.failure])).toEqual(replies.map(() => [503, "unavailable"]));
  expect(performance.now() - began).toBeLessThan(PROMPT_MS);
}, 60_000);
