import { randomUUID } from "node:crypto";
import type { Action, Holding, Provider, Row } from "#simulator/play/provider.ts";
import { startPlatform, type Platform, type ShopAnswer } from "./platform.ts";

/** What the platform knows about its person, by the JSONPath under which the shop asks for it. */
const PERSON: Readonly<Record<string, string>> = {
  "$.buyer.first_name": "Nora",
  "$.buyer.last_name": "Beispiel",
  "$.buyer.email": "nora@example.ch",
  "$.buyer.phone_number": "+41784123456",
  "$.telecom.customer.birthday": "1991-03-14",
  "$.telecom.customer.address.street_address": "Bahnhofstrasse 1",
  "$.telecom.customer.address.postal_code": "8001",
  "$.telecom.customer.address.address_locality": "Zürich",
};
const CONTEXT = { language: "en" };

type Request = Record<string, unknown>;
/** A checkout that the platform prepares: what it sent, and what the shop answered last. */
type Prepared = { readonly item: string; readonly request: Request; answer: ShopAnswer };

/** Plays a platform whose assistant buys for people by the Universal Commerce Protocol (README of this extension). */
export const PLATFORM_PROVIDER: Provider = {
  name: "platform",
  title: "Agents: a platform that buys by UCP",
  integration: "agents",
  choice: ["AGENTS", "ucp"],
  ports: 1,
  failures: {
    decline: { does: "A webhook is refused with 422; the shop sends it again after a minute, then less often." },
    delay: { does: "The profile or a webhook is answered later; the shop waits for three seconds." },
    answerLost: { does: "The profile is not read, or a webhook is stored and comes again with the same id." },
    duplicate: { does: "A checkout is created twice with the same Idempotency-Key, and the shop answers with one." },
    outOfOrder: { doesNotApplyBecause: "the platform waits for each answer before its next call." },
    wrongSignature: { does: "A call is signed with a key that the profile does not list; the shop answers 401." },
    down: { does: "Profile and webhook answer 503." },
  },
  async start({ ports, shopUrl, switches, journal }) {
    const platform = await startPlatform(shopUrl, { port: ports[0] ?? 0, switches, journal });
    const offers: Row[] = [];
    const prepared = new Map<string, Prepared>();

    async function search(query: string): Promise<string | { readonly count: number }> {
      const found = await platform.call("POST", "/catalog/search", { query, context: CONTEXT });
      if (typeof found === "string") return found;
      const rows = (found.products ?? []).flatMap((product) => product.variants.map((each) => offerRow(product, each)));
      offers.splice(0, offers.length, ...rows);
      return { count: rows.length };
    }
    async function prepare(item: string): Promise<string | ShopAnswer> {
      const request = { line_items: [{ item: { id: item }, quantity: 1 }], context: CONTEXT, telecom: {} };
      const key = randomUUID();
      const created = await platform.call("POST", "/checkout-sessions", request, key);
      const again = switches.take("duplicate") ? await platform.call("POST", "/checkout-sessions", request, key) : null;
      const answer = again ?? created;
      if (typeof answer === "string") return answer;
      if (answer.id === undefined) return answer.messages?.[0]?.content ?? "The shop answered without a checkout.";
      prepared.set(answer.id, { item, request, answer });
      return answer;
    }
    const onCheckout = (title: string, run: (id: string, one: Prepared) => Promise<string | ShopAnswer>): Action => ({
      title,
      of: "row",
      async run({ id }) {
        const one = prepared.get(id);
        if (!one) return { refused: "There is no such checkout." };
        const answer = await run(id, one);
        if (typeof answer === "string") return { refused: answer };
        // A checkout that the shop no longer knows has an answer without an id.
        if (answer.id === undefined) return { refused: answer.messages?.[0]?.content ?? "The shop does not know it." };
        one.answer = answer;
        return { done: `The checkout is ${answer.status}.` };
      },
    });
    return {
      settings: { AGENTS_PLATFORMS: platform.profileUrl },
      holds: () => [
        { title: "Offers", columns: ["Offer", "Id", "Now", "A month"], rows: offers },
        checkoutsHeld(prepared),
        ordersHeld(platform.told),
      ],
      actions: {
        search: {
          title: "Search",
          of: "provider",
          input: "What the person asks for",
          async run({ value }) {
            const found = await search(value);
            return typeof found === "string"
              ? { refused: found }
              : { done: `The shop offers ${found.count} variants.` };
          },
        },
        prepare: {
          title: "Prepare a checkout",
          of: "row",
          async run({ id }) {
            const answer = await prepare(id);
            return typeof answer === "string" ? { refused: answer } : { done: `The checkout is ${answer.status}.` };
          },
        },
        fill: onCheckout("Answer what is asked", (id, { request, answer }) => {
          for (const { path = "" } of answer.messages ?? [])
            if (path in PERSON) write(request, path, PERSON[path] ?? "");
          return platform.call("PUT", `/checkout-sessions/${id}`, request);
        }),
        read: onCheckout("Read again", (id) => platform.call("GET", `/checkout-sessions/${id}`)),
        complete: onCheckout("Try to complete", (id) => platform.call("POST", `/checkout-sessions/${id}/complete`, {})),
        cancel: onCheckout("Cancel", (id) => platform.call("POST", `/checkout-sessions/${id}/cancel`, {})),
      },
      stop: () => platform.stop(),
    };
  },
};

const chf = (rappen: number) => `CHF ${(rappen / 100).toFixed(2)}`;

type Product = NonNullable<ShopAnswer["products"]>[number];
function offerRow(product: Product, { id, title, price, telecom }: Product["variants"][number]): Row {
  const monthly = telecom?.prices?.monthly;
  const name = title.startsWith(product.title) ? title : `${product.title}, ${title}`;
  return { id, cells: [name, id, chf(price.amount), monthly === undefined ? "" : chf(monthly)], actions: ["prepare"] };
}

function checkoutsHeld(prepared: ReadonlyMap<string, Prepared>): Holding {
  const rows = [...prepared].map(([id, { item, answer }]): Row => {
    const { status = "", messages = [], continue_url: link = "" } = answer;
    const isOver = status === "completed" || status === "canceled";
    return {
      id,
      cells: [item, status, messages.map(({ content = "" }) => content).join(" "), link],
      actions: isOver ? ["read"] : ["fill", "read", "complete", "cancel"],
    };
  });
  return { title: "Checkouts", columns: ["Id", "Status", "Messages", "For the person"], rows: rows.toReversed() };
}

function ordersHeld(told: Platform["told"]): Holding {
  const rows = [...told].map(([id, { order, deliveries }]): Row => ({
    id,
    cells: [order.id ?? "", order.line_items?.[0]?.status ?? "", id, String(deliveries)],
    actions: [],
  }));
  return { title: "Orders", columns: ["Number", "Status", "Webhook", "Deliveries"], rows: rows.toReversed() };
}

/** Writes a value at a path such as `$.buyer.email`. */
function write(into: Request, path: string, value: string): void {
  const names = path.split(".").slice(1);
  const last = names.pop() ?? "";
  const inner = names.reduce((object, name) => (object[name] ??= {}) as Request, into);
  inner[last] = value;
}
