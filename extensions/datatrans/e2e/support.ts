import { DATATRANS, startDatatrans } from "../simulator/platform.ts";
import { test as base } from "#e2e/support/server.ts";

type Datatrans = Awaited<ReturnType<typeof startDatatrans>>;

/** `test` with Datatrans, which offers the methods in `methods`. */
export const test = base.extend<object, { readonly datatrans: Datatrans; readonly methods: string }>({
  methods: ["TWI", { scope: "worker", option: true }],
  datatrans: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, use) => {
      const datatrans = await startDatatrans();
      await use(datatrans);
      await datatrans.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ datatrans, methods }, use) =>
      use({
        PAYMENT_PROVIDER: "datatrans",
        DATATRANS_URL: datatrans.url,
        DATATRANS_MERCHANT_ID: DATATRANS.merchant,
        DATATRANS_PASSWORD: DATATRANS.password,
        DATATRANS_SIGN_KEY: DATATRANS.signKey,
        DATATRANS_METHODS: methods,
      }),
    { scope: "worker" },
  ],
});
