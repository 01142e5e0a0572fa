import { describe, expect, test } from "vitest";
import { readProfileAddress } from "./profile-address.ts";
import { reachOf } from "./reach.ts";

const LISTED = ["https://platform.example/ucp", "http://127.0.0.1:4000/profile", "https://10.0.0.5:8443/ucp"];

const read = (header: string | null, trusted: "any" | readonly string[] = "any") => {
  const result = readProfileAddress(header, trusted);
  return result.ok ? result.value.href : result.failure.code;
};
const named = (address: string) => `profile="${address}"`;

describe("UCP-Agent", () => {
  test.each([
    ['profile="https://platform.example/ucp"'],
    ['version="1";a=?1, profile="https://platform.example/ucp";x'],
    ['  profile="https://platform.example/ucp"  '],
    ['profile="https://other.example/", profile="https://platform.example/ucp"'],
  ])("%s names a profile", (header) => {
    expect(read(header)).toBe("https://platform.example/ucp");
  });

  test.each([
    ["is missing", null],
    ["is empty", ""],
    ["is no dictionary", "https://platform.example/ucp"],
    ["has another key", 'agent="https://platform.example/ucp"'],
    ["has no text", "profile=1"],
    ["has a list", 'profile=("https://platform.example/ucp")'],
    ["is cut off", 'profile="https://platform.example/ucp'],
    ["names no address", named("platform")],
    ["names a path", named("/.well-known/ucp")],
    ["names another scheme", named("ftp://platform.example/ucp")],
    ["names a file", named("file:///etc/passwd")],
    ["names clear text", named("http://platform.example/ucp")],
    ["names clear text within the machine", named("http://127.0.0.1:4000/profile")],
    ["has a password", named("https://a:b@platform.example/ucp")],
    ["has a fragment", named("https://platform.example/ucp#a")],
    ["is too long", named(`https://platform.example/${"a".repeat(2000)}`)],
  ])("that %s is refused", (_, header) => expect(read(header)).toBe("invalid_profile_url"));
});

describe("if platforms are listed", () => {
  test.each(LISTED)("%s may buy", (address) => expect(read(named(address), LISTED)).toBe(address));

  test.each([
    ["https://platform.example/ucp/", "another path"],
    ["https://platform.example/ucp?a=1", "a query"],
    ["https://platform.example:8443/ucp", "another port"],
    ["https://other.example/ucp", "another host"],
    ["http://127.0.0.1:4001/profile", "another port in clear text"],
  ])("%s may not: %s", (address) => expect(read(named(address), LISTED)).toBe("profile_not_trusted"));

  test("the same address in another notation may buy", () => {
    expect(read(named("HTTPS://Platform.Example:443/ucp"), LISTED)).toBe("https://platform.example/ucp");
  });
});

describe("if any platform may buy", () => {
  test.each([
    "https://platform.example:8443/ucp",
    "https://127.0.0.1/ucp",
    "https://2130706433/ucp",
    "https://0x7f.1/ucp",
    "https://10.0.0.5/ucp",
    "https://169.254.169.254/latest",
    "https://[::1]/ucp",
    "https://[::ffff:10.0.0.5]/ucp",
    "https://[fd00::1]/ucp",
  ])("%s may not", (address) => expect(read(named(address))).toBe("profile_not_trusted"));

  test.each(["https://platform.example:443/ucp", "https://1.1.1.1/ucp", "https://[2606:4700::1]/ucp"])(
    "%s may",
    (address) => expect(read(named(address))).toMatch(/^https:/),
  );
});

test.each([
  ["profile=1", "any", /^UCP-Agent has to name the profile/],
  [named("http://platform.example/ucp"), "any", "The profile's address has to be an https URL without a fragment."],
  [named("http://localhost/ucp"), "any", "The profile's address has to begin with https."],
  [named("https://10.0.0.5/ucp"), "any", "A profile has to be served at port 443 of a public host."],
  [named("https://other.example/ucp"), LISTED, "This business does not know the platform."],
] as const)("of %s the platform is told: %s %s", (header, trusted, text) => {
  expect(readProfileAddress(header, trusted)).toMatchObject({ failure: { text: expect.stringMatching(text) } });
});

test.each([
  ["https://hooks.example/a", "public"],
  ["https://hooks.example:8443/a", null],
  ["http://hooks.example/a", null],
  ["http://localhost/hook", null],
  ["https://a:b@hooks.example/a", null],
  ["http://127.0.0.1:4000/hook", "listed"],
  ["http://127.0.0.1:4001/hook", null],
  ["https://10.0.0.5:8443/hook", "listed"],
  ["https://10.0.0.6:8443/hook", null],
  ["https://10.0.0.5/hook", null],
])("beside the listed platforms, %s can be reached as: %s", (address, reach) => {
  expect(reachOf(new URL(address), LISTED)).toBe(reach);
});
