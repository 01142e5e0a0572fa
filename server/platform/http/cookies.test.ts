import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { cookiesOf } from "./cookies.ts";

/** The cookie that a browser is asked to keep, and what the server reads when that comes back. */
async function keptAndRead(secure: boolean): Promise<[string, string]> {
  const app = Fastify();
  await app.register(cookie);
  app.get("/keep", (request, reply) => {
    cookiesOf(request, reply, { secure }).keep("mark", "value", 60);
    return "";
  });
  app.get("/read", (request, reply) => cookiesOf(request, reply, { secure }).read("mark") ?? "nothing");
  const kept = String((await app.inject("/keep")).headers["set-cookie"]);
  const sent = { url: "/read", headers: { cookie: kept.split(";")[0] ?? "" } };
  return [kept, (await app.inject(sent)).body];
}

test("a cookie of the server is for no script and no other site, and over https for no other host", async () => {
  expect(await keptAndRead(false)).toEqual(["mark=value; Max-Age=60; Path=/; HttpOnly; SameSite=Lax", "value"]);
  expect(await keptAndRead(true)).toEqual([
    "__Host-mark=value; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
    "value",
  ]);
});
