/**
 * The tests that might detect a fault in a folder, fastest first. A fault that these miss might still be detected by
 * the full test run.
 */
export type Suites = {
  /** Parts of HTTP tests' paths, in the order in which they run. */
  readonly http: readonly string[];
  /** The beginnings of browser tests' names. */
  readonly browser: readonly string[];
};

/**
 * The suites by the start of a file's path; the first match counts. Unit and component tests are not listed, because
 * Vitest finds them through their imports.
 */
const SUITES: readonly (readonly [folder: string, Suites])[] = [
  ["core/desk/", { http: ["test/desk/"], browser: ["desk-orders", "desk-board"] }],
  ["core/zone-", { http: ["test/document/"], browser: ["reading"] }],
  ["core/", { http: ["test/checkout/", "test/customer/", "test/order/"], browser: ["postpaid", "mistakes"] }],
  ["server/sale/account/", { http: ["test/account/", "test/identity/"], browser: ["account", "passkey"] }],
  ["server/sale/identity/", { http: ["test/identity/", "test/account/", "test/order/"], browser: ["account"] }],
  ["server/sale/checkout/", { http: ["test/checkout/", "test/account/", "test/order/"], browser: ["postpaid"] }],
  ["server/sale/payment/", { http: ["test/payment/", "test/ledger/", "test/order/"], browser: ["prepaid"] }],
  ["server/sale/ledger/", { http: ["test/ledger/", "test/payment/", "test/order/"], browser: ["prepaid"] }],
  ["server/sale/order/", { http: ["test/order/", "test/cli/", "test/operator/", "test/start/"], browser: ["thanks"] }],
  ["server/sale/customer/", { http: ["test/customer/", "test/numbers/", "test/order/"], browser: ["customers"] }],
  [
    "server/sale/document/",
    { http: ["test/document/", "test/eid/", "test/order/"], browser: ["reading", "eid", "photo"] },
  ],
  ["server/sale/esim/", { http: ["test/esim/", "test/order/"], browser: ["esim"] }],
  ["server/sale/", { http: ["test/steps/", "test/checkout/", "test/tv/", "test/order/"], browser: ["postpaid"] }],
  [
    "server/shop/",
    { http: ["test/shop/", "test/pages/", "test/cli/", "test/numbers/", "test/brand/"], browser: ["shop"] },
  ],
  ["server/integrations/payment/", { http: ["test/payment/"], browser: ["prepaid", "worldline", "oppwa"] }],
  ["server/integrations/mail-and-sms/", { http: ["test/messages/", "test/account/"], browser: ["simulator"] }],
  ["server/integrations/openid/", { http: ["test/desk/"], browser: ["desk-provider"] }],
  [
    "server/integrations/",
    { http: ["test/operator/", "test/start/", "test/order/", "test/simulator/"], browser: ["simulator"] },
  ],
  ["server/operator/", { http: ["test/desk/", "test/cli/"], browser: ["desk-login"] }],
  [
    "server/read-models/",
    { http: ["test/desk/", "test/cli/", "test/operator/", "test/retention/", "test/esim/"], browser: ["desk-"] },
  ],
  ["server/desk/", { http: ["test/desk/"], browser: ["desk-"] }],
  ["server/", { http: ["test/security/", "test/input/", "test/pages/", "test/account/"], browser: ["account"] }],
  ["web/account/", { http: [], browser: ["own-account", "account", "passkey", "keyboard"] }],
  ["web/checkout/state/", { http: [], browser: ["resilience", "bfcache", "cart", "edit", "language", "postpaid"] }],
  ["web/checkout/frame/", { http: [], browser: ["first-screen", "keyboard", "postpaid", "screens", "spoken"] }],
  ["web/checkout/", { http: [], browser: ["review", "price", "options", "tv", "dialogs", "postpaid", "prepaid"] }],
  ["web/kit/", { http: [], browser: ["dialogs", "keyboard", "address", "mistakes", "account", "screens"] }],
  ["web/shop/", { http: ["test/pages/"], browser: ["shop", "devices", "offers", "cart", "not-started", "numbers"] }],
  ["web/steps/account/", { http: [], browser: ["account", "known", "passkey", "mistakes", "failures"] }],
  ["web/steps/address/", { http: [], browser: ["address", "mistakes", "foreign", "postpaid"] }],
  ["web/steps/configure/", { http: [], browser: ["options", "tv", "numbers", "price", "postpaid"] }],
  [
    "web/steps/identity/",
    { http: [], browser: ["picture", "reading", "review", "eid", "photo", "refused", "postpaid"] },
  ],
  ["web/", { http: [], browser: ["mistakes", "customers", "known", "postpaid", "prepaid", "thanks"] }],
  ["desk/board/", { http: [], browser: ["desk-board", "desk-screens"] }],
  ["desk/", { http: [], browser: ["desk-catalogue", "desk-texts", "desk-unfinished", "desk-screens"] }],
];

export function suitesFor(file: string): Suites {
  const found = SUITES.find(([folder]) => file.startsWith(folder));
  if (!found) throw new Error(`No suite covers ${file}`);
  return found[1];
}
