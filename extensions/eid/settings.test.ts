import { expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { REAL_INTEGRATIONS } from "./test/real-integrations.ts";

test("the accepted issuers are DIDs, of which there is no default", () => {
  const read = (EID_ISSUERS: string) => checkSettings({ ...REAL_INTEGRATIONS["swiyu"], EID_ISSUERS });
  expect(read("did:webvh:a, did:tdw:b").config?.eid).toMatchObject({ issuers: ["did:webvh:a", "did:tdw:b"] });
  expect(read("example.ch").mistakes).toEqual([expect.stringMatching(/^EID_ISSUERS is "example.ch"; it must be DIDs/)]);
  expect(read("").mistakes).toEqual(["EID_ISSUERS is not set, and EID=swiyu needs it."]);
});
