import { expect, test } from "vitest";
import { devPolicy } from "./pages.ts";

test("in development inline styles and web sockets are allowed; the rules for scripts are unchanged", () => {
  const policy = "default-src 'self'; script-src 'self'; style-src 'self' 'sha256-abc='; connect-src 'self'";
  expect(devPolicy(policy)).toBe(
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:",
  );
});
