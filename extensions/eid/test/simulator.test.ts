import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { State } from "#simulator/control/state.ts";
import { ISSUER, WALLET } from "../simulator/beta-id.ts";
import { startVerifier } from "../simulator/verifier.ts";
import { WEBHOOK } from "../simulator/verification.ts";
import { startFake } from "#simulator/play/fake-server.ts";
import { PROVIDERS } from "#simulator/providers.ts";
import { startSimulator, type Simulator } from "#simulator/simulator.ts";
import { eventually } from "#test/support/shop.ts";
import { swiyuValidator } from "./validator.ts";
import { askForBetaId } from "./probes.ts";

type Validator = Awaited<ReturnType<typeof swiyuValidator>>;
type Management = {
  readonly id: string;
  readonly state: string;
  readonly verification_deeplink: string;
  readonly wallet_response?: {
    readonly error_code?: string;
    readonly credential_subject_data?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  };
};

let shop: Awaited<ReturnType<typeof startFake>>;
let simulator: Simulator;
let [misfits, errorMisfits, webhookMisfits]: Validator[] = [];
beforeAll(async () => {
  [misfits, errorMisfits, webhookMisfits] = await Promise.all(
    ["ManagementResponse", "ApiErrorDto", "WebhookCallback"].map((name) => swiyuValidator(name)),
  );
  shop = await startFake(() => ({ status: 200 }));
  const providers = PROVIDERS.filter(({ name }) => name === "verifier");
  simulator = await startSimulator({ port: 0, shopUrl: shop.url, providers }, PROVIDERS);
});
afterAll(async () => {
  await simulator.stop();
  await shop.stop();
});
beforeEach(async () => {
  await send("DELETE", "/failures");
  shop.calls.length = 0;
});

const send = (method: string, path: string, body?: object) =>
  fetch(simulator.url + path, { method, ...(body && { body: JSON.stringify(body) }) });
const act = async (action: string, id: string) => ({
  ...((await (await send("POST", `/actions/verifier/${action}`, { id })).json()) as object),
});
const set = (failure: string, when = "once") => send("PUT", `/failures/verifier/${failure}`, { when, ms: 200 });
const row = async (id: string) => {
  const { providers } = (await (await send("GET", "/state")).json()) as State;
  return providers[0]?.holds[0]?.rows.find((each) => each.id === id);
};

/** Expects a successful answer of the verifier that conforms to its file, and returns it. */
async function good(reply: Response): Promise<Management> {
  const body: unknown = await reply.json();
  expect([reply.status, misfits?.(body)]).toEqual([200, []]);
  return body as Management;
}
/** Expects an error that conforms to the file, and returns its status. */
async function error(reply: Response): Promise<number> {
  expect(errorMisfits?.(await reply.json())).toEqual([]);
  return reply.status;
}
const ask = async (more: object = {}) => good(await askForBetaId(simulator.details, more));
const read = (id: string) => fetch(`${simulator.details["EID_URL"]}/management/api/verifications/${id}`);
const webhooks = () =>
  shop.calls.map((call) => {
    const body = call.json();
    expect(webhookMisfits?.(body)).toEqual([]);
    expect(Object.keys(body)).toEqual(["verification_id", "timestamp"]);
    return { id: body["verification_id"], key: call.headers[WEBHOOK.header], path: `${call.method} ${call.path}` };
  });
const query = (more: object) => ({
  dcql_query: {
    credentials: [{ id: "q", format: "dc+sd-jwt", meta: { vct_values: ["betaid-sdjwt"] }, ...more }],
  },
});

test("gives the shop the verifier's URL, the trusted issuers, and a secret that is long enough", () => {
  expect(simulator.choices).toEqual({ EID: "swiyu" });
  expect(simulator.details).toEqual({
    EID_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    EID_ISSUERS: expect.stringMatching(/^did:webvh:/),
    EID_WEBHOOK_KEY: expect.stringMatching(/^[\w-]{32,}$/),
  });
});

test("an answer is checked against the verifier's own file", () => {
  const fitting = { id: "5caa5372-34b5-4a47-9744-55ba8e680ed0", state: "FAILED" };
  expect(misfits?.(fitting)).toEqual([]);
  for (const wrong of [
    { state: "DONE" },
    { id: "1" },
    { another: 1 },
    { wallet_response: { error_code: "unknown" } },
    { wallet_response: { credential_subject_data: null } },
  ])
    expect(misfits?.({ ...fitting, ...wrong })).not.toEqual([]);
});

describe("a verification", () => {
  test("is pending with a deep link for the wallet, until the wallet answers", async () => {
    const { id, state, verification_deeplink: link, wallet_response: response } = await ask();
    expect([state, response]).toEqual(["PENDING", undefined]);
    expect(link).toMatch(/^swiyu-verify:\/\/\?client_id=decentralized_identifier%3Adid%3Awebvh%3A/);
    expect(new URL(link).searchParams.get("request_uri")).toBe(
      `${simulator.details["EID_URL"]}/oid4vp/api/request-object/${id}`,
    );
    expect((await good(await read(id.toUpperCase()))).state).toBe("PENDING");
    expect((await row(id))?.cells).toEqual([id, "family_name, given_name, birth_date", "PENDING", ""]);
    expect(webhooks()).toEqual([]);
  });

  test("has the URL in its request", async () => {
    const { verification_deeplink: link } = await ask({
      configuration_override: { external_url: "https://eid.example.ch", verifier_did: "did:example:shop" },
    });
    const { searchParams } = new URL(link);
    expect(searchParams.get("client_id")).toBe("decentralized_identifier:did:example:shop");
    expect(searchParams.get("request_uri")).toMatch(/^https:\/\/eid\.example\.ch\/oid4vp\/api\/request-object\//);
  });

  test.each([
    ["nora", { family_name: "Beispiel", given_name: "Nora", birth_date: "1991-03-14" }],
    ["muster", { family_name: "Muster", given_name: "Max", birth_date: "1985-11-02" }],
  ])(
    "that %s answers succeeds, by the id of the query, with the requested claims and those that are always open",
    async (who, person) => {
      const { id } = await ask();
      expect(await act(who, id)).toEqual({ done: "The verification is SUCCESS." });
      const { state, wallet_response: response } = await good(await read(id));
      expect([state, response]).toEqual([
        "SUCCESS",
        {
          credential_subject_data: {
            person: [{ ...person, vct: "betaid-sdjwt", iss: ISSUER, iat: expect.any(Number), cnf: expect.any(Object) }],
          },
        },
      ]);
      expect(webhooks()).toEqual([{ id, key: WEBHOOK.key, path: "POST /public-api/eid-events" }]);
      expect((await row(id))?.actions).toEqual(["tellAgain"]);
    },
  );

  test("shows every requested claim of the Beta-ID as a text, and no address", async () => {
    const names = `family_name given_name birth_date age_over_16 age_over_18 age_over_65 birth_place place_of_origin sex
      nationality portrait personal_administrative_number document_number issuance_date expiry_date issuing_authority
      issuing_country reference_id_type verification_type verification_organization`.split(/\s+/);
    const { id } = await ask(query({ claims: names.map((name) => ({ path: [name] })) }));
    await act("nora", id);
    const [claims = {}] = (await good(await read(id))).wallet_response?.credential_subject_data?.["q"] ?? [];
    expect(names.filter((name) => typeof claims[name] !== "string")).toEqual([]);
    expect(claims).toMatchObject({ nationality: "CH", issuing_country: "CH", age_over_18: "true" });
    expect(Date.parse(String(claims["expiry_date"]))).toBeGreaterThan(Date.now());
    expect(Object.keys(claims)).not.toContain("address");
  });

  test.each([
    ["decline", "client_rejected"],
    ["deny", "access_denied"],
    ["expired", "credential_expired"],
    ["jwtExpired", "jwt_expired"],
    ["revoked", "credential_revoked"],
    ["suspended", "credential_suspended"],
    ["otherIssuer", "issuer_not_accepted"],
  ])("that is answered by %s fails with %s and shows nothing", async (action, code) => {
    const { id } = await ask();
    await act(action, id);
    const { state, wallet_response: response } = await good(await read(id));
    expect([state, response]).toEqual(["FAILED", { error_code: code, error_description: expect.any(String) }]);
    expect(webhooks()).toMatchObject([{ id }]);
    expect((await row(id))?.cells.slice(2)).toEqual(["FAILED", code]);
  });

  test("accepts only the issuers of its request, and none for a trust registry, which is not simulated", async () => {
    const anchors = { trust_anchors: [{ did: "did:example:anchor", trust_registry_uri: "https://trust.example" }] };
    for (const more of [{ accepted_issuer_dids: ["did:example:other"] }, { ...anchors, accepted_issuer_dids: null }]) {
      const { id } = await ask(more);
      await act("nora", id);
      expect((await good(await read(id))).wallet_response?.error_code).toBe("issuer_not_accepted");
    }
  });

  test("stays pending if the wallet has none of the requested claims", async () => {
    for (const more of [
      { claims: [{ path: ["address", "street_address"] }] },
      { claims: [{ path: ["residence"] }] },
      { claims: [{ path: ["nationality"], values: ["DE"] }] },
      { meta: { vct_values: ["urn:eudi:pid:1"] } },
      { format: "mso_mdoc" },
    ]) {
      const { id } = await ask(query(more));
      expect(await act("nora", id)).toEqual({ error: "The wallet has no matching credential." });
      expect((await good(await read(id))).state).toBe("PENDING");
    }
    expect(webhooks()).toEqual([]);
  });

  test("is answered once", async () => {
    const { id } = await ask();
    expect(await act("tellAgain", id)).toEqual({ error: "The wallet has not answered." });
    await act("decline", id);
    expect(await act("nora", id)).toEqual({ error: "This verification is not pending." });
    expect((await good(await read(id))).state).toBe("FAILED");
    await act("tellAgain", id);
    expect(webhooks().map((each) => each.id)).toEqual([id, id]);
    expect(await act("nora", "nobody")).toEqual({ error: "This verification is not pending." });
  });

  test("is not found after a person lets it expire, without a notification", async () => {
    const { id } = await ask();
    await act("expire", id);
    expect(await error(await read(id))).toBe(404);
    expect(await act("nora", id)).toEqual({ error: "This verification is not pending." });
    expect(await row(id)).toMatchObject({ cells: [id, expect.any(String), "expired", ""], actions: [] });
    expect(webhooks()).toEqual([]);
  });

  test("is stored for 15 minutes, however it ended", async () => {
    let time = Date.now();
    const verifier = await startVerifier({ now: () => time });
    const { id } = await good(await askForBetaId({ EID_URL: verifier.url, EID_ISSUERS: ISSUER }));
    const found = verifier.open(id);
    if (found) await verifier.present(found, WALLET.nora());
    const look = () => fetch(`${verifier.url}/management/api/verifications/${id}`);
    time += 900_000;
    expect((await good(await look())).state).toBe("SUCCESS");
    time += 1;
    expect(await error(await look())).toBe(404);
    await verifier.stop();
  });
});

describe("the verifier rejects", () => {
  const credential = { id: "a", format: "dc+sd-jwt", meta: { vct_values: ["betaid-sdjwt"] } };
  const purpose = { scope: "s", purpose_name: { default: "P" }, purpose_description: { default: "D" } };
  test.each([
    ["no query", { dcql_query: undefined }],
    ["a query for nothing", { dcql_query: { credentials: [] } }],
    ["credentials with the same id", { dcql_query: { credentials: [credential, credential] } }],
    ["credential sets", { dcql_query: { credentials: [credential], credential_sets: [{ options: [["a"]] }] } }],
    ["an id with a space", query({ id: "a b" })],
    ["no format", query({ format: undefined })],
    ["no meta", query({ meta: undefined })],
    ["no type of credential", query({ meta: { vct_values: [] } })],
    ["no claims in a list of claims", query({ claims: [] })],
    ["a claim without a path", query({ claims: [{ id: "c" }] })],
    ["an empty path", query({ claims: [{ path: [] }] })],
    ["a path of something else", query({ claims: [{ path: [true] }] })],
    ["values that are none", query({ claims: [{ path: ["sex"], values: [] }] })],
    ["no issuer and no trust anchor", { accepted_issuer_dids: null }],
    ["an empty list of issuers", { accepted_issuer_dids: [] }],
    ["a trust anchor without a registry", { trust_anchors: [{ did: "did:example:a" }] }],
    ["an unknown response mode", { response_mode: "fragment" }],
    ["a flag that is none", { jwt_secured_authorization_request: "maybe" }],
    ["an address without TLS", { configuration_override: { external_url: "http://eid.example.ch" } }],
    ["a purpose without a scope", { verification_purpose: { ...purpose, scope: "" } }],
    ["a purpose without a default text", { verification_purpose: { ...purpose, purpose_name: { de: "P" } } }],
    [
      "a name of more than 50 characters",
      { verification_purpose: { ...purpose, purpose_name: { default: "P".repeat(51) } } },
    ],
  ])("%s with 400", async (_what, more) => {
    expect(await error(await askForBetaId(simulator.details, more))).toBe(400);
  });

  test("every incomplete request", async () => {
    await ask({ verification_purpose: purpose, response_mode: "direct_post.jwt", another: true });
    await ask({ ...query({ claims: [{ id: "c", path: ["x", 0, null], values: [1, true, "a"] }] }) });
  });

  test("invalid JSON, an invalid or unknown UUID, or another method", async () => {
    const url = `${simulator.details["EID_URL"]}/management/api/verifications`;
    const post = (body: string, type = "application/json") =>
      fetch(url, { method: "POST", headers: { "content-type": type }, body });
    expect(await error(await post("{"))).toBe(400);
    expect(await error(await post("null"))).toBe(400);
    expect((await post("{}", "text/plain")).status).toBe(415);
    expect(await error(await read("1"))).toBe(400);
    expect(await error(await read("5caa5372-34b5-4a47-9744-55ba8e680ed0"))).toBe(404);
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(`${url}/1`, { method: "DELETE" })).status).toBe(405);
    expect((await fetch(`${simulator.details["EID_URL"]}/management`)).status).toBe(404);
  });
});

describe("a failure", () => {
  test("decline: the shopper declines once, whatever is presented", async () => {
    await set("decline");
    const [first, second] = [await ask(), await ask()];
    await act("nora", first.id);
    await act("nora", second.id);
    expect((await good(await read(first.id))).wallet_response?.error_code).toBe("client_rejected");
    expect((await good(await read(second.id))).state).toBe("SUCCESS");
  });

  test("delay: the answer arrives later", async () => {
    await set("delay");
    const started = performance.now();
    await ask();
    expect(performance.now() - started).toBeGreaterThan(190);
  });

  test("answerLost: the verification is created, but its id is lost", async () => {
    const count = async () =>
      ((await (await send("GET", "/state")).json()) as State).providers[0]?.holds[0]?.rows.length;
    const before = (await count()) ?? 0;
    await set("answerLost");
    await expect(askForBetaId(simulator.details)).rejects.toThrow();
    expect(await count()).toBe(before + 1);
  });

  test("down: 503 and nothing is created; the wallet still answers, and the webhook arrives", async () => {
    const { id } = await ask();
    await set("down", "always");
    expect((await askForBetaId(simulator.details)).status).toBe(503);
    expect((await read(id)).status).toBe(503);
    await act("nora", id);
    expect(webhooks()).toMatchObject([{ id }]);
    await set("down", "off");
    expect((await good(await read(id))).state).toBe("SUCCESS");
  });

  test("duplicate: the same webhook arrives twice", async () => {
    await set("duplicate");
    const { id } = await ask();
    await act("nora", id);
    expect(webhooks()).toHaveLength(2);
    expect(shop.calls[1]?.raw.toString()).toBe(shop.calls[0]?.raw.toString());
  });

  test("outOfOrder: the later webhook overtakes the earlier one, each with its own time", async () => {
    await set("outOfOrder");
    const [first, second] = [await ask(), await ask()];
    await act("nora", first.id);
    expect(webhooks()).toEqual([]);
    await act("muster", second.id);
    await eventually("both have come", () => Promise.resolve(shop.calls.length === 2));
    expect(webhooks().map(({ id }) => id)).toEqual([second.id, first.id]);
    const [later = "", earlier = ""] = shop.calls.map((call) => String(call.json()["timestamp"]));
    expect(Date.parse(later)).toBeGreaterThanOrEqual(Date.parse(earlier));
  });

  test("wrongSignature: the webhook has another key", async () => {
    await set("wrongSignature");
    const { id } = await ask();
    await act("nora", id);
    await act("tellAgain", id);
    const [forged, genuine] = webhooks();
    expect(forged?.key).not.toBe(`Bearer ${simulator.details["EID_WEBHOOK_KEY"]}`);
    expect(genuine?.key).toBe(`Bearer ${simulator.details["EID_WEBHOOK_KEY"]}`);
  });
});
