import { afterAll, beforeAll, expect, test } from "vitest";
import { startFake } from "#simulator/play/fake-server.ts";
import { swiyuVerifier } from "../swiyu.ts";

/** What the verifier says of each verification. Each field that may be absent is null. */
const ANSWERS: Readonly<Record<string, object>> = {
  "/management/api/verifications/1": {
    state: "FAILED",
    wallet_response: { error_code: "credential_expired", credential_subject_data: null },
  },
  "/management/api/verifications/2": {
    state: "SUCCESS",
    wallet_response: {
      error_code: null,
      credential_subject_data: { iss: null, vct: null, given_name: "Nora" },
    },
  },
};
let partner: Awaited<ReturnType<typeof startFake>>;
beforeAll(async () => {
  partner = await startFake(({ path }) => ({ status: 200, body: ANSWERS[path] ?? {} }));
});
afterAll(() => partner.stop());

const ask = (id: string) =>
  swiyuVerifier({
    url: partner.url,
    issuers: ["did:a"],
    type: "t",
    webhookKey: "",
    replacesPicture: false,
    restMs: 1000,
  }).ask(id);

test("an e-ID that is refused needs no data", async () => {
  expect(await ask("1")).toEqual({ state: "refused", reason: "invalid" });
});

test("an e-ID whose issuer and type the verifier does not repeat is accepted", async () => {
  expect(await ask("2")).toMatchObject({ state: "verified" });
});
