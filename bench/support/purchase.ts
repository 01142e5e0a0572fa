import sharp from "sharp";
import { Pool } from "undici";
import { personForm } from "../../test/support/people.ts";
import type { Timings } from "./figures.ts";
import { HttpShopper } from "./http-shopper.ts";

/** A customer who has a token from an earlier purchase. */
export type Customer = { readonly email: string; readonly token: string };

/** The load of a benchmark: shoppers who buy the postpaid tariff SMART60 with a bundle. */
export type Load = {
  /**
   * Makes one purchase, from the first price to the thank-you page. Takes twelve calls, or thirteen with a registration
   * (`customer` is null). Throws on any failure.
   */
  buy(customer: Customer | null, timings: Timings | null): Promise<Customer>;
  /** Makes the calls of a purchase after the first one, for a new customer. */
  finish(shopper: HttpShopper): Promise<void>;
  /** The connections of this load. */
  readonly pool: Pool;
  close(): Promise<void>;
};

/** Returns a JPEG that takes almost no time to decode, for purchases "without the picture". */
export const smallPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "#fff" } })
    .jpeg()
    .toBuffer();

/** Returns a JPEG of at least `bytes` bytes. It is noisy, so that decoding it takes time. */
export async function noisyPicture(bytes: number): Promise<Buffer> {
  for (let width = 500; ; width += 60) {
    const noise = { type: "gaussian" as const, mean: 128, sigma: 20 };
    const size = { width, height: Math.round(width * 0.66), channels: 3 as const, background: "#fff" };
    const jpeg = await sharp({ create: { ...size, noise } })
      .jpeg({ quality: 80 })
      .toBuffer();
    if (jpeg.length >= bytes) return jpeg;
  }
}

export function createLoad(url: string, connections: number, picture: Buffer): Load {
  const pool = new Pool(url, { connections, pipelining: 1 });
  let customers = 0;
  const newEmail = () => `bench${(customers += 1)}@example.ch`;

  async function finish(shopper: HttpShopper, email: string, isNew: boolean): Promise<string> {
    const form = { ...personForm(email), idNo: `B${email.replace(/\D/g, "").padStart(9, "0")}` };
    await shopper.prepare("1");
    await shopper.prepare("3");
    if (isNew) await shopper.post("/new-customer", { username: email, password: "Birnen am Montag" });
    await shopper.prepare("4");
    await shopper.post("/validate-customer", form);
    await shopper.prepare("4a");
    await shopper.post("/update-customer", form);
    await shopper.prepare("5");
    await shopper.upload(picture);
    const created = (await shopper.post("/create-customer", form)) as { body: { token: string } };
    shopper.token = created.body.token;
    await shopper.post("/create-order", { billPayed: false });
    await shopper.prepare("7");
    return created.body.token;
  }

  return {
    pool,
    async buy(customer, timings) {
      const email = customer?.email ?? newEmail();
      const shopper = new HttpShopper(pool, timings);
      shopper.token = customer?.token ?? null;
      const { id } = await shopper.post("/checkout", {
        type: "Tariff",
        tariff: "SMART60",
        bundles: ["EU10"],
        limit: 100,
      });
      shopper.checkoutId = String(id);
      return { email, token: await finish(shopper, email, customer === null) };
    },
    async finish(shopper) {
      await finish(shopper, newEmail(), true);
    },
    close: () => pool.close(),
  };
}
