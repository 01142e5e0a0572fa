import fc from "fast-check";
import { expect, test } from "vitest";
import { returnPath } from "./return-path.ts";

test.each([
  "/desk",
  "/desk/",
  "/desk/orders",
  "/desk/orders/K100148",
  "/desk/orders?filter=all&text=m%C3%BCller",
  "/desk/logins",
])("%s is a page to return to", (page) => expect(returnPath(page)).toBe(page));

test.each([
  "",
  "/",
  "/metrics",
  "/deskx",
  "//desk",
  "https://evil.example/desk",
  "/desk//evil.example",
  "/desk/\\evil.example",
  "/desk/../metrics",
  "/desk/./x",
  "/desk/%2e%2e/metrics",
  "/desk/orders\n",
  "/desk/orders#x",
  "/desk/api/me",
  "/desk/api",
  "/desk/login",
  "/desk/login?failed=noRole",
  `/desk/${"x".repeat(500)}`,
])("%j is not a page to return to", (page) => expect(returnPath(page)).toBe("/desk"));

test("the browser stays at the desk, whatever path is requested", () => {
  const parts = fc.constantFrom(
    "/",
    "\\",
    "desk",
    "..",
    ".",
    "%2e",
    "?",
    "#",
    "@",
    ":",
    "//",
    "evil.example",
    "\t",
    "a",
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(parts).map((all) => `/desk${all.join("")}`),
  );
  fc.assert(
    fc.property(texts, (page) => {
      const { origin, pathname } = new URL(returnPath(page), "https://desk.example.ch");
      expect(origin).toBe("https://desk.example.ch");
      expect(pathname).toMatch(/^\/desk(\/|$)/);
    }),
    { numRuns: 500 },
  );
});
