import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generateApi } from "swagger-typescript-api";
import { expect, test } from "vitest";
import { XSRF } from "#contract/paths.ts";
import { personForm } from "../support/people.ts";
import { startShop } from "../support/shop.ts";

type Params = { headers?: Record<string, string> };
type Answer<Body> = { readonly status: number; readonly data: Body };
/** The calls of a purchase, with the names in the generated client. */
type Client = {
  readonly publicApi: {
    catalogue(params?: Params): Promise<Response & Answer<{ products: { code: string }[] }>>;
    checkout(body: object, params?: Params): Promise<Answer<{ id: string; billing: number; total: number }>>;
    newCustomer(body: object, params?: Params): Promise<Answer<object>>;
    validateCustomer(body: object, params?: Params): Promise<Answer<{ ok: boolean }>>;
    updateCustomer(body: object, params?: Params): Promise<Answer<{ ok: boolean }>>;
    createCustomer(body: object, params?: Params): Promise<Answer<{ body: { token: string } }>>;
    createOrder(body: object, params?: Params): Promise<Answer<{ orderNumber: string; status: string }>>;
    order(params?: Params): Promise<Answer<{ orderNumber: string; items: object[] }>>;
  };
};

/** Generates a client from the OpenAPI document of the running server. */
async function generatedClient(url: string): Promise<{ client: Client; remove: () => Promise<void> }> {
  const document: unknown = await (await fetch(`${url}/openapi.json`)).json();
  const { files } = await generateApi({
    spec: document as never,
    output: false,
    fileName: "client.ts",
    generateUnionEnums: true,
    silent: true,
  });
  const folder = await mkdtemp(join(tmpdir(), "kasse-client-"));
  const file = join(folder, "client.ts");
  await writeFile(file, files.map(({ fileContent }) => fileContent).join("\n"));
  const { Api } = (await import(pathToFileURL(file).href)) as { Api: new (options: { baseUrl: string }) => Client };
  return { client: new Api({ baseUrl: url }), remove: () => rm(folder, { recursive: true }) };
}

test("a client generated from the OpenAPI document buys a TV tariff", async () => {
  const shop = await startShop();
  const { client, remove } = await generatedClient(shop.url);
  try {
    const { publicApi } = client;
    const catalogue = await publicApi.catalogue();
    expect(catalogue.data.products.map(({ code }) => code)).toContain("TVM");
    const cookie = /XSRF-TOKEN=([^;]+)/.exec(catalogue.headers.get("set-cookie") ?? "")?.[1] ?? "";
    const headers: Record<string, string> = { cookie: `${XSRF.cookie}=${cookie}`, [XSRF.header]: cookie };
    const record = { type: "TV Tariff", tv_tariff: "TVM", tv_duration: 24 };
    const { data: checkout } = await publicApi.checkout(record, { headers });
    expect(checkout).toMatchObject({ billing: 19.9, total: 0 });
    headers["checkoutId"] = checkout.id;
    await publicApi.newCustomer({ username: "generated@example.ch", password: "ein-gutes-Wort-2026" }, { headers });
    const form = personForm("generated@example.ch");
    expect((await publicApi.validateCustomer(form, { headers })).data).toEqual({ ok: true });
    expect((await publicApi.updateCustomer(form, { headers })).data).toEqual({ ok: true });
    const created = await publicApi.createCustomer(form, { headers });
    headers["authorization"] = `Bearer ${created.data.body.token}`;
    const { data: order } = await publicApi.createOrder({ billPayed: false }, { headers });
    expect(order).toMatchObject({ status: "placed" });
    expect((await publicApi.order({ headers })).data).toMatchObject({ orderNumber: order.orderNumber });
    // A failure is thrown with the body that the document describes for it.
    const sold = publicApi.checkout({ ...record, id: checkout.id }, { headers });
    await expect(sold).rejects.toMatchObject({ status: 409, error: { page: "7" } });
  } finally {
    await remove();
    await shop.stop();
  }
});
