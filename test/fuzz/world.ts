import type { BodyOf } from "#contract/shop/calls.ts";
import { documentNumber, personForm, picture } from "../support/people.ts";
import type { Random } from "../support/seeded.ts";
import type { Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { encodeBody, type Body } from "./bodies.ts";

/** The shoppers for whom requests are sent, each at a different step, and one whose data must never be shown. */
export type World = {
  readonly plantedId: string;
  readonly staleToken: string;
  readonly xsrf: string;
  callers(): readonly { readonly checkoutId: string | null; readonly token: string | null }[];
  hostedIds(): readonly string[];
  /** Returns the form of this checkout's shopper, valid for its contract. */
  form(checkoutId: string | null): Record<string, unknown>;
  encode(random: Random, type: string, body: unknown): Body;
  /** Replaces the shoppers who have ordered or whose checkout is spoiled. */
  renew(): Promise<void>;
};

/** Words of the planted shopper, which no request sends and so no answer can contain. */
export const SECRETS = {
  firstName: "Geheimnia",
  lastName: "Verborgenstein",
  email: "verborgen.q7x@example.org",
  document: "Q7XSECRET99",
  street: "Verstecktgasse",
} as const;

const STAGES = ["chosen", "registered", "validated", "updated", "created", "paying", "loggedIn"] as const;
const RECORDS: readonly BodyOf<"checkout">[] = [
  { type: "Tariff", tariff: "SMART60", bundles: ["EU10"] },
  { type: "Tariff", tariff: "PREPAID20" },
  { type: "TV Tariff", tv_tariff: "TVM" },
];

export async function createWorld(shop: Shop): Promise<World & { readonly planted: Shopper }> {
  const image = await picture(200, 200);
  const bytes = Buffer.from(await image.arrayBuffer());
  const planted = shop.shopper();
  await planted.choose({ type: "Tariff", tariff: "SMART30" });
  const { firstName, lastName, email, document, street } = SECRETS;
  const secret = { first_name: firstName, last_name: lastName, idNo: document, address: street };
  await planted.becomeCustomer(email, image, secret);

  const stale = shop.shopper();
  await expectOk("login", stale.logIn("lea.rossi@example.ch"));
  await shop.database.pool.query(
    "update tokens set used_at = now() - interval '3 hours'  where account_id = (select id from accounts where email = 'lea.rossi@example.ch')",
  );

  let people = 0;
  let hosted: string[] = [];
  let shoppers = new Map<string, { shopper: Shopper; form: Record<string, unknown> }>();
  async function at(stage: (typeof STAGES)[number], record: BodyOf<"checkout">) {
    const shopper = shop.shopper();
    await shopper.choose(record);
    const email = `fuzz${(people += 1)}@example.ch`;
    const form = { ...personForm(email), idNo: documentNumber() };
    const reached = STAGES.indexOf(stage);
    if (stage === "loggedIn") await expectOk("login", shopper.logIn("mia.keller@example.ch"));
    else if (reached >= 1) await expectOk("register", shopper.register(email));
    if (stage !== "loggedIn") {
      if (reached >= 2) await expectOk("validate", shopper.call("validateCustomer", form as never));
      if (reached >= 3) await expectOk("update", shopper.call("updateCustomer", form as never));
      if (reached >= 4) await expectOk("upload", shopper.upload(image));
      if (reached >= 4) await expectOk("create", shopper.createCustomer(form));
      if (reached >= 5) {
        const begun = await expectOk("begin", shopper.call("prepareTransaction"));
        if ("redirectUrl" in begun) hosted.push(begun.redirectUrl.split("/").at(-1) ?? "");
      }
    }
    shoppers.set(shopper.checkoutId ?? "", { shopper, form });
  }
  async function renew() {
    // A request might have changed the password of the logged-in customer.
    await shop.database.pool.query("update accounts set password_hash = null where email = 'mia.keller@example.ch'");
    hosted = [];
    shoppers = new Map();
    for (const stage of STAGES) for (const record of RECORDS) await at(stage, record);
  }
  await renew();

  const cookie = (await fetch(`${shop.url}/public-api/catalogue`)).headers.get("set-cookie") ?? "";
  return {
    planted,
    plantedId: planted.checkoutId ?? "",
    staleToken: stale.token ?? "",
    xsrf: /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? "",
    callers: () => [...shoppers.values()].map(({ shopper }) => shopper),
    hostedIds: () => hosted,
    form: (checkoutId) => shoppers.get(checkoutId ?? "")?.form ?? personForm("fuzz@example.ch"),
    encode: (random, type, body) => encodeBody(random, type, body, bytes),
    renew,
  };
}
