import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { cookiesOf } from "./cookies.ts";

/** The cookie that a browser is asked to store, and the value that the server reads when it comes back. */
async function storedAndRead(secure: boolean): Promise<[string, string]> {
  const app = Fastify();
  await app.register(cookie);
  app.get("/keep", (request, reply) => {
    cookiesOf(request, reply, { secure }).keep("mark", "value", 60);
    return "";
  });
  app.get("/read", (request, reply) => cookiesOf(request, reply, { secure }).read("mark") ?? "nothing");
  const stored = String((await app.inject("/keep")).headers["set-cookie"]);
  const sent = { url: "/read", headers: { cookie: stored.split(";")[0] ?? "" } };
  return [stored, (await app.inject(sent)).body];
}

test("a cookie of the server is hidden from scripts and other sites, and over https from other hosts", async () => {
  expect(await storedAndRead(false)).toEqual(["mark=value; Max-Age=60; Path=/; HttpOnly; SameSite=Lax", "value"]);
  expect(await storedAndRead(true)).toEqual([
    "__Host-mark=value; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
    "value",
  ]);
});
