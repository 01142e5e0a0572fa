import type { BodyOf } from "#contract/shop/calls.ts";
import { hashPassword } from "#server/authentication/passwords.ts";
import { auditKey, subjectOf } from "#server/operator/audit/chain.ts";
import { appendAudit } from "#server/operator/audit/log.ts";
import { loadDecoder } from "#server/platform/pictures/decoder.ts";
import { newId } from "#server/platform/ids.ts";
import { markDelivered } from "#server/sale/order/handover.ts";
import { loadOrder } from "#server/sale/order/order.ts";
import type { Services } from "#server/services.ts";
import { DEMO_PEOPLE } from "./people.ts";
import { createPast, type Past } from "./shopper.ts";

/** Number of days of invented sales, ending yesterday. */
export const DAYS = 30;
export const DAY_MS = 86_400_000;
/** One in this many checkouts becomes an order. */
const ONE_IN = 3;
/** Number of steps that a checkout takes to become an order. */
const ORDERED = 5;

type Form = BodyOf<"createCustomer">;
type Sold = BodyOf<"checkout">;

/**
 * What is bought, each with its share of the purchases in percent. `paid`: it is paid before it is ordered. `tv`: it
 * needs no picture of a document.
 */
const GOODS: readonly {
  readonly record: Sold;
  readonly share: number;
  readonly paid: boolean;
  readonly tv: boolean;
}[] = [
  { record: { type: "Tariff", tariff: "SMART30" }, share: 18, paid: false, tv: false },
  { record: { type: "Tariff", tariff: "SMART60", bundles: ["EU10"] }, share: 16, paid: false, tv: false },
  {
    record: { type: "Tariff", tariff: "SMART60", mobile: "PIZLITE", binding: "182400001" },
    share: 6,
    paid: false,
    tv: false,
  },
  { record: { type: "Tariff", tariff: "SMART100", limit: 100 }, share: 10, paid: false, tv: false },
  { record: { type: "Tariff", tariff: "SIMONLY20" }, share: 16, paid: false, tv: false },
  { record: { type: "Tariff", tariff: "PREPAID20" }, share: 20, paid: true, tv: false },
  { record: { type: "TV Tariff", tv_tariff: "TVM", tv_duration: 12 }, share: 14, paid: false, tv: true },
];

const FIRST_NAMES = ["Lea", "Noah", "Mila", "Luca", "Emma", "Leon", "Sofia", "Elias", "Lina", "Nico", "Anja", "Jonas"];
const LAST_NAMES = ["Meier", "Rossi", "Favre", "Petrović", "Huber", "Bernasconi", "Gerber", "Schmid", "Rochat", "Graf"];
/** Houses in the demo's register of addresses. */
const HOUSES = [
  { address: "Bahnhofstrasse", number: "1", postal_code: "8001", city: "Zürich" },
  { address: "Marktgasse", number: "7", postal_code: "3011", city: "Bern" },
] as const;
/** The sources of the purchases in turn; undefined is a product page. */
const SOURCES = [undefined, "link:autumn", undefined, undefined, "link:comparison", undefined, "link"] as const;
const LOCALES = ["de", "de", "de", "fr", "it", "en", "sr"] as const;

/**
 * Fills an empty shop with thirty days of sales, for the board, the funnel, the orders and the audit log of a demo. The
 * shop's own handlers make the sales, at past times, without real hand-over or e-mails. Returns the number of orders.
 * Call it before the jobs start: `endJobs` ends the jobs that the sales have queued.
 */
export async function inventSales(services: Services, endJobs: () => Promise<void>): Promise<number> {
  const past = createPast(services);
  const chance = createChance(20_260_101);
  const sharp = await loadDecoder();
  const picture = await sharp({ create: { width: 640, height: 420, channels: 3, background: "#cfd8dc" } })
    .jpeg()
    .toBuffer();
  const passwordHash = await hashPassword(newId());
  const midnight = Math.floor(services.now().getTime() / DAY_MS) * DAY_MS;
  const numbers: string[] = [];
  let person = 0;
  for (let day = DAYS; day >= 1; day--) {
    const begins = momentsOf(new Date(midnight - day * DAY_MS), chance);
    for (const begin of begins) {
      person += 1;
      past.goTo(begin);
      const buyer = { ...shopperNamed(person, chance), passwordHash, picture };
      const number = await sell(past, buyer, chance);
      if (number === null) continue;
      numbers.push(number);
      await handOver(past, number, 2 + chance() * chance() * 40);
    }
    await recordView(services, numbers.at(-1), new Date(midnight - (day - 1) * DAY_MS - 6 * 3_600_000));
  }
  await past.end();
  await endJobs();
  return numbers.length;
}

/** Returns a sequence of random numbers from 0 to 1 that is equal at each start (mulberry32). */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the times at which a day's checkouts start: more at weekends, most of them in the evening. */
function momentsOf(day: Date, chance: () => number): readonly Date[] {
  const isWeekend = [0, 6].includes(day.getUTCDay());
  const count = (isWeekend ? 14 : 9) + Math.floor(chance() * 5);
  const hours = Array.from({ length: count }, () => 7 + Math.max(chance(), chance()) * 13);
  return hours.toSorted((one, other) => one - other).map((hour) => new Date(day.getTime() + hour * 3_600_000));
}

function shopperNamed(index: number, chance: () => number) {
  const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? "Lea";
  const last = LAST_NAMES[(index * 7) % LAST_NAMES.length] ?? "Meier";
  const email = `${first}.${last}.${index}@example.ch`.toLowerCase().replace("ć", "c");
  const house = HOUSES[index % HOUSES.length] ?? HOUSES[0];
  const form = {
    salutation: index % 2 === 0 ? "Mrs" : "Mr",
    first_name: first,
    last_name: last,
    day: String(1 + (index % 28)),
    month: String(1 + (index % 12)),
    year: String(1960 + (index % 40)),
    mobilePhone: `4178${String(5_000_000 + index).padStart(7, "0")}`,
    simType: "0",
    mnp: false,
    email,
    ...house,
    typeOfBill: index % 5 === 0 ? "post" : "email",
    terms: true,
    identifiedBy: "182400004",
    idNo: `D${String(index).padStart(7, "0")}`,
    issueDate: "2022-05-01",
    validUntil: "2032-04-30",
    issuer: house.city,
    citizenship: "CH",
  } as const;
  const source = SOURCES[index % SOURCES.length];
  return { email, source, form: form as Form, locale: LOCALES[Math.floor(chance() * LOCALES.length)] ?? "de" };
}

type Buyer = ReturnType<typeof shopperNamed> & { readonly passwordHash: string; readonly picture: Buffer };

/** Plays one checkout. Returns the order's number; null if the shopper leaves before ordering. */
async function sell(past: Past, { email, source, form, locale, passwordHash, picture }: Buyer, chance: () => number) {
  const goods = pick(chance);
  const steps = chance() * ONE_IN < 1 ? ORDERED : Math.floor(chance() * ORDERED);
  const { id } = await past.call("checkout", { sent: { ...goods.record, source }, locale });
  const called = { checkoutId: id, locale, token: null };
  if (steps < 1) return null;
  await past.call("prepare", { ...called, params: { step: "3", pageStep: "3" } });
  if (steps < 2) return null;
  await past.register(id, email, passwordHash);
  if (steps < 3) return null;
  await past.call("validateCustomer", { ...called, sent: form });
  if (steps < 4) return null;
  await past.call("updateCustomer", { ...called, sent: form });
  await past.call("prepare", { ...called, params: { step: "5", pageStep: "4a" } });
  if (steps < 5) return null;
  const checkout = goods.tv ? null : await past.services.checkouts.load(id);
  if (checkout) await past.services.documentKeeper.keep(checkout, { jpeg: picture, readingHash: null });
  const { body } = await past.call("createCustomer", { ...called, sent: form });
  const owned = { ...called, token: body.token };
  if (goods.paid) {
    past.payments(chance() < 0.1 ? "declined" : "paid");
    await past.call("prepareTransaction", { ...owned, sent: {} });
    const [payment] = (await past.services.checkouts.load(id))?.payments ?? [];
    const query = { checkoutId: `demo-${payment?.id ?? ""}` };
    const { status } = await past.call("transactionStatus", { ...owned, query });
    if (!status.validPayment) return null;
  }
  const { orderNumber } = await past.call("createOrder", { ...owned, sent: { billPayed: goods.paid } });
  return orderNumber;
}

function pick(chance: () => number) {
  let rest = chance() * 100;
  const found = GOODS.find(({ share }) => (rest -= share) < 0);
  return found ?? (GOODS[0] as (typeof GOODS)[number]);
}

/** Marks the events of an order as delivered after `seconds`, without sending them. */
async function handOver({ services: { db } }: Past, number: string, seconds: number): Promise<void> {
  const order = await loadOrder(db, { number });
  if (order === null) return;
  const delivered = new Date(order.createdAt.getTime() + seconds * 1000);
  await markDelivered(db, order.id, { written: order.createdAt, delivered });
}

/** Records in the audit log that a person at the desk viewed an order. */
async function recordView(
  { db, documentNumberKey: key }: Services,
  number: string | undefined,
  at: Date,
): Promise<void> {
  if (number === undefined) return;
  const actor = DEMO_PEOPLE[0]?.email ?? "";
  const entry = { at, actor, action: "desk orders show", subject: subjectOf(key, number), reason: null };
  await appendAudit(db, auditKey(key), entry);
}
