import { startAgent, type Agent, type AgentAnswer } from "../test/agent.ts";
import { test as base } from "#e2e/support/server.ts";

/** What an assistant knows about the person it buys for, by the JSONPath under which a checkout asks for it. */
export const PERSON = {
  "$.buyer.first_name": "Nora",
  "$.buyer.last_name": "Beispiel",
  "$.buyer.phone_number": "+41784123456",
  "$.telecom.customer.birthday": "1991-03-14",
  "$.telecom.customer.address.street_address": "Bahnhofstrasse 1",
  "$.telecom.customer.address.postal_code": "8001",
  "$.telecom.customer.address.address_locality": "Zürich",
} as const;

/** A shop that is open to one platform, and that platform. */
export const test = base.extend<object, { readonly agent: Agent }>({
  agent: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, use) => {
      const agent = await startAgent();
      await use(agent);
      await agent.stop();
    },
    { scope: "worker" },
  ],
  settings: [async ({ agent }, use) => use({ AGENTS: "ucp", AGENTS_PLATFORMS: agent.profileUrl }), { scope: "worker" }],
});

type Profile = {
  readonly ucp: { readonly services: Readonly<Record<string, readonly { transport: string; endpoint: string }[]>> };
};

/**
 * Buys like an assistant that knows only the shop's address and the published protocol: it reads the profile, searches,
 * prepares a checkout and answers each message with what it knows of the person. Returns the checkout to hand over.
 */
export async function prepare(
  agent: Agent,
  shopUrl: string,
  wish: {
    readonly query: string;
    readonly language: string;
    /** Chooses one of the variants that were found. */
    readonly pick: RegExp;
    readonly telecom?: object;
    readonly email: string;
  },
): Promise<AgentAnswer> {
  const profile = (await (await fetch(`${shopUrl}/.well-known/ucp`)).json()) as Profile;
  const rest = profile.ucp.services["dev.ucp.shopping"]?.find(({ transport }) => transport === "rest");
  if (rest?.endpoint !== `${shopUrl}/ucp`) throw new Error(`The shop is somewhere else: ${rest?.endpoint}`);
  agent.visits({ url: shopUrl, publicUrl: shopUrl });
  const context = { language: wish.language };
  const found = await agent.call("POST", "/catalog/search", { query: wish.query, context }, { signs: false });
  const variants = found.body.products.flatMap((product) => product.variants);
  const variant = variants.find(({ id }) => wish.pick.test(id));
  if (!variant) throw new Error(`Nothing like ${wish.pick} among ${variants.map(({ id }) => id).join(", ")}`);
  const request: Record<string, unknown> = {
    line_items: [{ item: { id: variant.id }, quantity: 1 }],
    context,
    telecom: structuredClone(wish.telecom ?? {}),
  };
  const known: Readonly<Record<string, string>> = { ...PERSON, "$.buyer.email": wish.email };
  let { body: checkout } = await agent.call("POST", "/checkout-sessions", request);
  for (let turn = 0; checkout.status === "incomplete"; turn++) {
    if (turn > 3) throw new Error(`It asks again and again: ${JSON.stringify(checkout.messages)}`);
    for (const { severity, path = "" } of checkout.messages)
      if (severity === "recoverable") write(request, path, known[path]);
    ({ body: checkout } = await agent.call("PUT", `/checkout-sessions/${checkout.id}`, request));
  }
  return checkout;
}

/** Writes a value at a path such as `$.buyer.email`. */
function write(into: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split(".").slice(1);
  const last = names.pop() ?? "";
  const inner = names.reduce((object, name) => (object[name] ??= {}) as Record<string, unknown>, into);
  inner[last] = value;
}
