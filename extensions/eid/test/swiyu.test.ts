import { describe, expect, test } from "vitest";
import { swiyuVerifier } from "../swiyu.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { ISSUER } from "../simulator/beta-id.ts";
import { startFake } from "#simulator/play/fake-server.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const SETTINGS = {
  issuers: [ISSUER],
  type: "betaid-sdjwt",
  webhookKey: "",
  replacesPicture: false,
  timeoutMs: 1000,
  restMs: 10_000,
};
const PURPOSE = { de: "a", en: "a", fr: "a", it: "a", sr: "a" };

describe("a verifier", () => {
  const asked = async (answer: object | string, status = 200) => {
    const fake = await startFake(
      () => (typeof answer === "string" ? { status, text: answer } : { status, body: answer }) as never,
    );
    const port = swiyuVerifier({ ...SETTINGS, url: fake.url });
    const [begun, state] = await Promise.all([
      port.begin(PURPOSE).catch((error: unknown) => error),
      port.ask(ID).catch((error: unknown) => error),
    ]);
    await fake.stop();
    return { begun, state };
  };

  test.each([
    ["nonsense", "<html>"],
    ["no state", {}],
    ["a link that is no wallet's", { id: ID, verification_deeplink: "data:text/html,x" }],
  ])("that answers with %s is unavailable", async (_what, answer) => {
    const { begun, state } = await asked(answer);
    expect(begun).toBeInstanceOf(Unavailable);
    expect(state).toBeInstanceOf(Unavailable);
  });

  test("that fails is unavailable; one without the verification reports it as unknown", async () => {
    expect((await asked({}, 503)).state).toBeInstanceOf(Unavailable);
    expect((await asked({ detail: "not found" }, 404)).state).toEqual({ state: "refused", reason: "expired" });
  });

  test.each([
    [{ state: "PENDING" }, { state: "waiting" }],
    [
      { state: "FAILED", wallet_response: { error_code: "something_new" } },
      { state: "refused", reason: "failed" },
    ],
    [
      { state: "FAILED", wallet_response: null },
      { state: "refused", reason: "failed" },
    ],
    [{ state: "SUCCESS" }, { state: "refused", reason: "failed" }],
    [
      { state: "SUCCESS", wallet_response: { credential_subject_data: { eid: [{ iss: "did:example:other" }] } } },
      { state: "refused", reason: "notAccepted" },
    ],
    [
      {
        state: "SUCCESS",
        wallet_response: { credential_subject_data: { eid: [{ iss: ISSUER, vct: "library-card" }] } },
      },
      { state: "refused", reason: "notAccepted" },
    ],
    [
      { state: "SUCCESS", wallet_response: { credential_subject_data: { family_name: "Muster" } } },
      { state: "verified", claims: { family_name: "Muster" } },
    ],
  ])("%j means %j", async (answer, state) => expect((await asked(answer)).state).toEqual(state));

  test("that fails repeatedly is not called for some time, and then called again", async () => {
    let [calls, isWell] = [0, false];
    const fake = await startFake(() => {
      calls += 1;
      return isWell ? { status: 200, body: { state: "PENDING" } } : { status: 500, body: {} };
    });
    const port = swiyuVerifier({ ...SETTINGS, url: fake.url, restMs: 1500 });
    for (let times = 0; times < 5; times++) await expect(port.ask(ID)).rejects.toThrow(Unavailable);
    isWell = true;
    expect(port.isResting()).toBe(true);
    await expect(port.ask(ID)).rejects.toThrow(Unavailable);
    await expect(port.begin(PURPOSE)).rejects.toThrow(Unavailable);
    expect(calls).toBe(5);
    await expect.poll(() => port.ask(ID).catch(() => null)).toEqual({ state: "waiting" });
    expect(port.isResting()).toBe(false);
    await fake.stop();
  });

  test("that no longer knows a verification does not count as failing", async () => {
    const fake = await startFake(() => ({ status: 404, body: {} }));
    const port = swiyuVerifier({ ...SETTINGS, url: fake.url });
    for (let times = 0; times < 6; times++) expect(await port.ask(ID)).toEqual({ state: "refused", reason: "expired" });
    await fake.stop();
  });
});
