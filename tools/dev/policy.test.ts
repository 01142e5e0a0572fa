import { expect, test } from "vitest";
import { devPolicy } from "./policy.ts";

test("in development styles may be written into the page and a web socket opened; scripts stay as strict as they are", () => {
  const policy = "default-src 'self'; script-src 'self'; style-src 'self' 'sha256-abc='; connect-src 'self'";
  expect(devPolicy(policy)).toBe(
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:",
  );
});
