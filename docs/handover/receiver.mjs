// Receives the orders of a Kasse shop: `SECRET=… PORT=8080 node receiver.mjs`. SECRET is the shop's
// ORDER_WEBHOOK_SECRET.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const { SECRET, PORT = "8080" } = process.env;
if (!SECRET) throw new Error("SECRET is not set");
const received = new Set(); // In your systems: a table, written in the same transaction as the order.

function isGenuine(body, header = "") {
  const [, time = "", signature = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const expected = createHmac("sha256", SECRET).update(`${time}.${body}`).digest();
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  return isFresh && timingSafeEqual(Buffer.from(signature.padEnd(64, "0"), "hex"), expected);
}

/** The status to answer with. */
async function receive(request) {
  const body = await text(request);
  if (!isGenuine(body, request.headers["x-kasse-signature-v2"])) return 401;
  const { eventId, eventType, event } = JSON.parse(body);
  if (!received.has(eventId)) console.log(eventType, event.productOrder.id, event.productOrder.state ?? "");
  received.add(eventId);
  return 204;
}

createServer((request, response) => {
  // Whatever fails is answered with 500, and the shop sends the event again.
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(500).end(),
  );
}).listen(Number(PORT), "127.0.0.1");
