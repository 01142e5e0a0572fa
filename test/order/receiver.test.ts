import { spawn, type ChildProcess } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture } from "../support/people.ts";
import { freePort } from "../support/ports.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

const SECRET = "a-secret-of-both";
let shop: Shop;
let receiver: ChildProcess;
let url: string;
let output = "";
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/orders`;
  receiver = spawn(process.execPath, ["docs/handover/receiver.mjs"], {
    env: { ...process.env, SECRET, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  receiver.stdout?.on("data", (part: Buffer) => (output += part.toString()));
  await eventually("the receiver listens", () =>
    fetch(url, { method: "POST" }).then(
      () => true,
      () => false,
    ),
  );
  const env = { ORDER_HANDOVER: "webhook", ORDER_WEBHOOK_URL: url, ORDER_WEBHOOK_SECRET: SECRET };
  shop = await startShop({ jobs: true, env });
});
afterAll(async () => {
  await shop.stop();
  receiver.kill();
});

const signed = (body: string, { secret = SECRET, age = 0 } = {}) => {
  const time = Math.floor(Date.now() / 1000) - age;
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return fetch(url, { method: "POST", body, headers: { "x-kasse-signature-v2": `t=${time},v1=${signature}` } });
};
const EVENT = JSON.stringify({
  eventId: "once",
  eventType: "ProductOrderCreateEvent",
  event: { productOrder: { id: "K999", state: "acknowledged" } },
});

test("the documented example receiver gets a shop's order", async () => {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer("receiver@example.ch", await picture());
  const { orderNumber } = await expectOk("order", shopper.call("createOrder", {}));
  await eventually("the order", () => Promise.resolve(output.includes(`ProductOrderCreateEvent ${orderNumber}`)));
});

test("it counts a repetition once, and rejects a wrong secret, a changed body and an old delivery", async () => {
  expect([(await signed(EVENT)).status, (await signed(EVENT)).status]).toEqual([204, 204]);
  await eventually("the event", () => Promise.resolve(output.includes("K999")));
  expect(output.split("K999")).toHaveLength(2);
  expect((await signed(EVENT, { secret: "another" })).status).toBe(401);
  expect((await signed(EVENT, { age: 600 })).status).toBe(401);
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", SECRET).update(`${time}.${EVENT}`).digest("hex");
  const headers = { "x-kasse-signature-v2": `t=${time},v1=${signature}` };
  expect((await fetch(url, { method: "POST", body: EVENT.replace("K999", "K998"), headers })).status).toBe(401);
  expect((await fetch(url, { method: "POST", body: EVENT })).status).toBe(401);
});

test("it survives an interrupted delivery, and does not start without a secret", async () => {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  await new Promise((sent) => socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc", sent));
  socket.destroy();
  await once(socket, "close");
  expect((await signed(EVENT)).status).toBe(204);
  const without = spawn(process.execPath, ["docs/handover/receiver.mjs"], {
    env: { ...process.env, SECRET: "", PORT: String(await freePort()) },
    stdio: "ignore",
  });
  const [code] = (await once(without, "exit")) as [number];
  expect(code).not.toBe(0);
});
