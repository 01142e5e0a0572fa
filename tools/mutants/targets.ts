import { globSync } from "node:fs";

/** A folder to mutate, and the tests to run against its mutants. */
export type Target = {
  readonly folder: string;
  /** The Vitest project of the tests; `http` starts PostgreSQL. */
  readonly project: "unit" | "http";
  /**
   * Patterns of the test files, starting with fast ones that detect most mutants. Include all tests of the folder's
   * rules but no others, because they run for every mutant.
   */
  readonly tests: readonly string[];
  /**
   * The files to mutate, if the folder's other files contain no rules of a purchase, such as a document's layout or a
   * file's storage.
   */
  readonly only?: readonly string[];
};

/** Returns the target for a folder of a purchase with its own tests, and with patterns of those below `test`. */
const sale = (name: string, ...tests: readonly string[]): Target => ({
  folder: `server/sale/${name}`,
  project: "http",
  tests: [`server/sale/${name}/*.test.ts`, ...tests.map((pattern) => `test/${pattern}.test.ts`)],
});

/** All targets, in the order of a full run: fast ones, and those that handle money, come first. */
export const TARGETS: readonly Target[] = [
  { folder: "core", project: "unit", tests: ["test/core/**/*.test.ts"] },
  {
    folder: "server/shop",
    project: "unit",
    tests: ["test/core/{contract-terms,price-course,catalogue-check,catalogue-periods,address-search}.test.ts"],
    only: [
      "core/price/contract-terms.ts",
      "server/shop/catalogue/catalogue-check.ts",
      "server/shop/catalogue/catalogue-periods.ts",
      "server/shop/address/address-search.ts",
    ],
  },
  sale(
    "ledger",
    "ledger/*",
    "payment/{settle,refund}",
    "order/{made,cancel}",
    "payment/{prepaid,reconcile}",
    "order/refund",
  ),
  sale(
    "checkout",
    "checkout/{facts,wire,access,store}",
    "checkout/*",
    "core/alternatives",
    "account/account",
    "order/{made,order-page}",
    "order/{held,next,races}",
  ),
  {
    folder: "server/authentication",
    project: "http",
    tests: [
      "server/authentication/*.test.ts",
      "test/identity/*.test.ts",
      "test/account/*.test.ts",
      "test/desk-permissions/{passkeys,own-logins}.test.ts",
    ],
  },
  sale("identity", "identity/*", "account/*"),
  sale(
    "payment",
    "payment/{settle,begin,calls,refund,unpaid-orders}",
    "payment/{prepaid,reconcile,answers}",
    "order/{held,refund}",
  ),
  sale("steps", "steps/*", "checkout/*", "tv/*", "payment/prepaid", "order/{held,documents,races}"),
  sale("account", "account/{password-login,password-reset,registration,sms-login}", "account/*"),
  sale(
    "order",
    "order/{event,event-prices,made,cancel,release,fulfil,mail,progress,links,order-page,report,at-once}",
    "order/*",
  ),
  sale("customer", "customer/{create,steps,read-form,accepted-terms}", "customer/*"),
  {
    ...sale("confirmation", "confirmation/agreed", "confirmation/agreement"),
    only: ["server/sale/confirmation/agreement.ts", "server/sale/confirmation/line-notes.ts"],
  },
  {
    ...sale("document", "document/claims", "order/{made,cancel,documents}"),
    only: ["server/sale/document/claims.ts"],
  },
];

/** A target and its files to mutate. */
export type Chosen = Target & { readonly mutate: readonly string[] };

/**
 * Returns the targets for the given files and folders, or all targets if none is given. Throws an error that lists the
 * known folders if a path is in no target.
 */
export function chosenTargets(paths: readonly string[]): readonly Chosen[] {
  const wanted = paths.map((path) => path.replace(/\/+$/, ""));
  const unknown = wanted.filter((path) => !TARGETS.some(({ folder }) => overlaps(path, folder)));
  if (unknown.length > 0) {
    const known = TARGETS.map(({ folder }) => folder).join(", ");
    throw new Error(`Nothing is mutated in ${unknown.join(", ")}; the folders are ${known}.`);
  }
  return TARGETS.flatMap((target) => {
    const inside = wanted.filter((path) => isInside(path, target.folder));
    const whole = wanted.length === 0 || wanted.some((path) => isInside(target.folder, path));
    if (!whole && inside.length === 0) return [];
    return [{ ...target, mutate: (whole ? (target.only ?? [target.folder]) : inside).flatMap(filesOf) }];
  });
}

const isInside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
const overlaps = (path: string, folder: string) => isInside(path, folder) || isInside(folder, path);

/**
 * Returns the code files at a path, without tests. A file's path can end with a range of lines
 * (`core/price/vat.ts:9-12`).
 */
function filesOf(path: string): readonly string[] {
  if (/\.ts(?::\d+-\d+)?$/.test(path)) return [path];
  return globSync(`${path}/**/*.ts`)
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
}
