import { expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { SAFE_SETTINGS } from "#test/support/safe-settings.ts";
import { REAL_INTEGRATIONS } from "./test/real-integrations.ts";

test.each([
  ["S3_PREFIX", "documents", /S3_PREFIX is "documents"; it must be empty or end with a slash/],
  ["S3_ENDPOINT", "minio:9000", /S3_ENDPOINT is "minio:9000"; it must be an address/],
])("an invalid %s is refused even if documents are files", (name, value, sentence) => {
  expect(checkSettings({ [name]: value }).mistakes).toEqual([expect.stringMatching(sentence)]);
});

test("in production the connection to a bucket is encrypted, unless it is on this machine", () => {
  const mistakesOf = (more: Record<string, string>) =>
    checkSettings({ ...SAFE_SETTINGS, ...REAL_INTEGRATIONS["s3"], ...more }).mistakes;
  expect(mistakesOf({ S3_ENDPOINT: "http://s3.example.ch" })).toEqual([
    expect.stringMatching(/^S3_ENDPOINT is .* clear text/),
  ]);
  expect([mistakesOf({}), mistakesOf({ S3_ENDPOINT: "http://127.0.0.1:9000" })]).toEqual([[], []]);
});
