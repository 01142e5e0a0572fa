import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { cookiesOf, keepCookiesPrivate } from "./cookies.ts";

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

test.each([
  [undefined, "private"],
  ["no-cache", "private, no-cache"],
  ["public, max-age=60, s-maxage=600", "private, max-age=60"],
  ["private, max-age=60", "private, max-age=60"],
  ["no-store", "no-store"],
])("a response with a cookie and `cache-control: %s` has `%s`, one without stays as it is", async (given, expected) => {
  const app = Fastify();
  await app.register(cookie);
  keepCookiesPrivate(app);
  app.get("/:what", (request, reply) => {
    if (given !== undefined) void reply.header("cache-control", given);
    if (request.url === "/cookie") cookiesOf(request, reply, { secure: true }).keep("mark", "value", 60);
    return "";
  });
  expect((await app.inject("/cookie")).headers["cache-control"]).toBe(expected);
  expect((await app.inject("/none")).headers["cache-control"]).toBe(given);
});
