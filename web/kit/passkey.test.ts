import { afterEach, describe, expect, test, vi } from "vitest";
import { canHavePasskeys, createPasskey } from "./passkey.ts";

const startRegistration = vi.hoisted(() => vi.fn());
vi.mock("@simplewebauthn/browser", () => ({ startRegistration }));

afterEach(() => vi.unstubAllGlobals());

type Place = {
  readonly secure?: boolean;
  readonly host?: string;
  /** What the browser says of the policy; absent if it cannot tell it. */
  readonly permitted?: readonly string[];
  /** The origin of the page around this one. */
  readonly around?: string;
};
function at({ secure = true, host = "shop.example", permitted, around = `https://${host}` }: Place) {
  const location = { hostname: host, origin: `https://${host}` };
  const features = ["publickey-credentials-create", "publickey-credentials-get"];
  const policy = { features: () => features, allowsFeature: (feature: string) => permitted?.includes(feature) };
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("isSecureContext", secure);
  vi.stubGlobal("location", location);
  vi.stubGlobal("top", { location: { origin: around } });
  vi.stubGlobal("document", permitted ? { featurePolicy: policy } : {});
  return [canHavePasskeys("create"), canHavePasskeys("get")];
}

describe("passkeys are offered", () => {
  const [BOTH, NONE] = [
    [true, true],
    [false, false],
  ];
  test.each<[string, Place, boolean[] | undefined]>([
    ["on a page of its own", {}, BOTH],
    ["not without https", { secure: false }, NONE],
    ["not at an IP address", { host: "10.0.0.1" }, NONE],
    [
      "not in a frame of another site, if the browser cannot tell the policy",
      { around: "https://other.example" },
      NONE,
    ],
    ["not in a frame without permission", { around: "https://other.example", permitted: [] }, NONE],
    [
      "in a frame for what is permitted",
      { around: "https://other.example", permitted: ["publickey-credentials-get"] },
      [false, true],
    ],
  ])("%s", (_, place, expected) => expect(at(place)).toEqual(expected));

  test("not in a frame whose page cannot be read", () => {
    at({});
    const top = Object.defineProperty({}, "location", {
      get() {
        throw new DOMException("", "SecurityError");
      },
    });
    vi.stubGlobal("top", top);
    expect(canHavePasskeys("get")).toBe(false);
  });
});

test.each([
  ["InvalidStateError", "present"],
  ["NotAllowedError", "cancelled"],
  ["AbortError", "cancelled"],
  ["NotSupportedError", "failed"],
])("a device that answers with %s: %s", async (name, why) => {
  startRegistration.mockRejectedValueOnce(Object.assign(new Error(name), { name }));
  expect(await createPasskey({})).toEqual({ ok: false, why });
});
