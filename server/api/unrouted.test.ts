import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { rememberedEvents } from "../../test/support/limits.ts";
import { replyInvalidHttp } from "./unrouted.ts";

/** Sends text and then the end of the connection. Returns the first line of the response and the security log. */
async function sendRaw(text: string) {
  const { security, events } = rememberedEvents();
  const server = createServer().on("clientError", replyInvalidHttp(security, false));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1");
  let received = "";
  socket.on("data", (part: string) => (received += part)).end(text);
  await once(socket, "close");
  server.close();
  return { status: received.split("\r\n")[0], events };
}

test("invalid HTTP is refused and is an event of the security log", async () => {
  expect(await sendRaw("this is not HTTP\r\n\r\n")).toEqual({
    status: "HTTP/1.1 400 Bad Request",
    events: [{ event: "request.refused", address: "127.0.0.1", reason: "HPE_INVALID_METHOD" }],
  });
});

test("a client that disconnects in the middle of a request is no event of the security log", async () => {
  expect(await sendRaw("GET / HTTP/1.1\r\nhost: shop\r\n")).toEqual({ status: "HTTP/1.1 400 Bad Request", events: [] });
});
