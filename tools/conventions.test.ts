import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EXTENSIONS } from "#extensions/index.ts";
import type { Tree } from "#server/config/setting.ts";
import { settingsIn } from "#server/config/walk.ts";
import type { Extension } from "#server/extension/extension.ts";
import { circlesIn } from "./conventions/circles.ts";
import { violationsOf, type Levels } from "./conventions/levels.ts";
import { codeOf, importsOf, isTest, sourcesIn, type Import } from "./conventions/sources.ts";
import { tableViolations } from "./conventions/tables.ts";

const inside = (...folders: readonly string[]) => {
  const starts = folders.map((folder) => `${folder}/`);
  return ({ kind, target }: Import) => kind === "file" && starts.some((start) => target.startsWith(start));
};
const packages =
  (...names: readonly string[]) =>
  ({ kind, target }: Import) =>
    kind === "package" && names.includes(target);
const anyPackage = ({ kind }: Import) => kind === "package";
const node = ({ kind }: Import) => kind === "node";
const file =
  (path: string) =>
  ({ target }: Import) =>
    target === path;
const typesFrom = (folder: string) => (found: Import) => found.typeOnly && inside(folder)(found);

/** The lists of extensions: what runs on the server, the calls, and the pages. */
const LISTS = ["extensions/index.ts", "extensions/contract.ts", "extensions/pages.ts"];
/** What pages of the shop may import from outside of them. */
const WEB_LISTS = ["contract/paths.ts", "extensions/web.ts", "extensions/pages.ts"];

/** Folders of an extension with boundaries of their own, or with tests. */
const PARTS = ["web", "simulator", "test", "e2e"];

type Matcher = (found: Import) => boolean;

// The imports that each folder is allowed. `never` takes precedence over `may`.
const anything: Matcher = () => true;

const boundaries: Record<string, { readonly may: readonly Matcher[]; readonly never?: readonly Matcher[] }> = {
  // Pure rules without I/O and packages, so that they run anywhere.
  core: { may: [inside("core")] },
  contract: {
    may: [inside("core", "contract"), file("extensions/contract.ts"), packages("valibot", "@valibot/to-json-schema")],
  },
  // The server imports the renderer that Vite built, not the sources in web/.
  server: {
    may: [
      inside("server", "core", "contract", "libraries", "locales", "dist", "simulator"),
      // Of extensions, the core knows only their lists.
      ...LISTS.map(file),
      file("package.json"),
      anyPackage,
      node,
    ],
  },
  // What tests of extensions outside of this tree use: a shop by its calls, as everybody has it.
  kit: {
    may: [
      inside("kit"),
      typesFrom("contract"),
      file("contract/all-paths.ts"),
      file("contract/paths.ts"),
      file("contract/desk/paths.ts"),
      packages("sharp"),
      node,
    ],
  },
  // Libraries that few shops need (ADR 24): only adapters import them.
  libraries: { may: [anyPackage, node] },
  "server/operator": { may: [anything], never: [inside("libraries")] },
  "server/desk": { may: [anything], never: [inside("libraries")] },
  // Needed by any server: it supports languages, but contains nothing about a shop.
  "server/platform": {
    may: [inside("server/platform", "core/text", "locales"), file("extensions/contract.ts"), anyPackage, node],
  },
  "server/authentication": { may: [anything], never: [inside("libraries")] },
  "server/sale": { may: [anything], never: [inside("libraries")] },
  "server/shop": { may: [anything], never: [inside("libraries")] },
  // Plays the providers. Code shared with the adapters would only confirm their own expectations.
  simulator: {
    may: [inside("simulator", "core"), file("extensions/simulator.ts"), packages("selfsigned"), node],
  },
  // Only types from the contract: a value would add all schemas to the first load.
  web: {
    may: [inside("web", "core", "locales"), typesFrom("contract"), ...WEB_LISTS.map(file), anyPackage],
    // Shoppers must not be able to load anything of the desk.
    never: [inside("contract/desk", "core/desk")],
  },
  // The pages of the operator's people: a separate bundle that shares the shop's controls.
  desk: {
    may: [
      inside("desk", "core", "locales", "web/kit", "web/styles"),
      typesFrom("contract"),
      file("contract/desk/paths.ts"),
      file("contract/desk/preview.ts"),
      anyPackage,
    ],
  },
  "desk/kit": {
    may: [inside("desk/kit", "core", "web/kit"), anyPackage],
    never: [packages("@tanstack/react-query")],
  },
  // The kit has appearance and behaviour, but no dependency on the products or the source of the data.
  "web/kit": {
    may: [inside("web", "core", "locales"), anyPackage],
    never: [inside("web/api", "contract"), packages("wouter", "@tanstack/react-query")],
  },
};

const extensions = globSync("extensions/*/").map((folder) => folder.replace(/\/$/, ""));
for (const extension of extensions) {
  boundaries[extension] = {
    may: [inside(extension, "server", "core", "contract", "libraries"), anyPackage, node],
    never: [
      inside("server/desk", "server/integrations", ...PARTS.map((part) => `${extension}/${part}`)),
      file("server/kasse.ts"),
      ...LISTS.map(file),
    ],
  };
  // What plays its providers.
  boundaries[`${extension}/simulator`] = {
    may: [inside(`${extension}/simulator`, "simulator", "core"), packages("selfsigned"), node],
  };
  // Its part of the shop's pages, which must not load anything of the server.
  boundaries[`${extension}/web`] = {
    may: [
      inside(`${extension}/web`, `${extension}/locales`, "web", "core"),
      typesFrom("contract"),
      file(`${extension}/pages.ts`),
      anyPackage,
    ],
  };
}

/** Returns the imports of `folder/` that its row in the table does not allow, as "file imports target". */
function violations(folder: string): readonly string[] {
  const { may, never = [] } = boundaries[folder] ?? { may: [] };
  const isOfAnother = ({ path }: { readonly path: string }) =>
    /^extensions\/[^/]+$/.test(folder) && PARTS.some((part) => path.startsWith(`${folder}/${part}/`));
  return sourcesIn(folder)
    .filter((source) => !isTest(source) && !isOfAnother(source))
    .flatMap((source) =>
      importsOf(source)
        .filter((found) => never.some((matches) => matches(found)) || !may.some((matches) => matches(found)))
        .map(({ target, typeOnly }) => `${source.path} imports ${typeOnly ? "types from " : ""}${target}`),
    );
}

describe("import boundaries", () => {
  test.each(Object.keys(boundaries))("%s imports only what it is allowed to", (folder) => {
    expect(violations(folder)).toEqual([]);
  });

  test("every form of import is recognised", () => {
    const text = `
      import a from "#core/a.ts";
      import type { B } from "../contract/schemas/b.ts";
      import { c,
        d } from "@scope/package/part";
      export * from "./e.ts";
      import "node:fs";
      // import "comment";
      const f = await import("f");`;
    expect(importsOf({ path: "web/x.ts", text })).toEqual([
      { target: "core/a.ts", kind: "file", typeOnly: false, dynamic: false },
      { target: "contract/schemas/b.ts", kind: "file", typeOnly: true, dynamic: false },
      { target: "@scope/package", kind: "package", typeOnly: false, dynamic: false },
      { target: "web/e.ts", kind: "file", typeOnly: false, dynamic: false },
      { target: "node:fs", kind: "node", typeOnly: false, dynamic: false },
      { target: "f", kind: "package", typeOnly: false, dynamic: true },
    ]);
  });
});

// Circles of imports, by values or by types, are forbidden among the children of a root and of any folder inside it.
const withoutCircles = ["core", "contract", "server", ...extensions, "web", "desk", "simulator"];

test.each(withoutCircles)("no import circle in %s", (root) => {
  expect(circlesIn(root).map(({ path }) => path)).toEqual([]);
});

// The levels of a folder's children, from the bottom: each child imports only from lower levels. Files that are not
// listed are on top and join the rest.
const levels: Record<string, Levels> = {
  core: [
    ["text", "money", "page", "steps"],
    ["time", "person", "payment", "catalogue"],
    ["address", "phone-numbers", "checkout-record", "launch"],
    ["document"],
    ["law"],
    ["price"],
    ["form"],
    ["order"],
    ["desk"],
  ],
  server: [
    ["platform"],
    ["api"],
    ["config"],
    ["read-models", "authentication"],
    ["shop"],
    ["sale"],
    ["integrations"],
    ["built-files.ts"],
    ["services.ts", "command.ts"],
    ["extension"],
    ["start-failure.ts"],
    ["document-store.ts", "libraries.ts", "metric-table.ts"],
    ["setting-rules.ts"],
    ["handlers.ts"],
    ["pages", "operator"],
    ["desk", "supervision", "demo"],
  ],
  "server/platform": [
    ["unavailable.ts"],
    [
      "clock.ts",
      "ids.ts",
      "capacity.ts",
      "breaker.ts",
      "repeat.ts",
      "worker-threads",
      "files",
      "texts",
      "mail-and-sms.ts",
      "pictures",
    ],
    ["database", "encryption"],
    ["security"],
    ["http", "jobs"],
  ],
  "server/shop": [["stock"], ["catalogue", "address", "law", "phone-numbers", "experiments", "drafts"], ["brand"]],
  // Dependencies of a purchase: a step can settle a payment, and a payment can become an order, never the other way
  // round.
  "server/sale": [
    ["identity"],
    ["checkout"],
    ["ledger", "document", "esim", "confirmation"],
    ["customer", "order", "launch"],
    ["payment", "account"],
    ["steps"],
  ],
  "extensions/agents": [
    ["schemas.ts", "paths.ts", "pages.ts", "read-models", "tables.ts", "locales"],
    ["answer.ts", "queries.ts", "protocol"],
    ["request.ts"],
    ["catalogue"],
    ["checkout"],
    ["order", "questions", "embedded"],
    ["operation.ts"],
    ["serve.ts", "transport-errors.ts"],
    ["mcp", "web", "simulator", "test"],
    ["e2e"],
  ],
  // An adapter does not import adapters of other integrations.
  "server/integrations": [
    ["payment", "customers", "mail-and-sms", "documents", "esim", "handover", "phone-numbers", "openid", "network"],
  ],
  // A provider does not import providers of other integrations.
  simulator: [["play"], ["sms", "esim", "customers", "orders", "network"], ["control"]],
  web: [
    ["styles", "site", "money", "session", "kit", "art", "pictures"],
    ["app", "api", "plain-pages"],
    ["checkout"],
    ["forms", "passkeys"],
    ["steps", "shop", "account", "embedded"],
  ],
  desk: [
    ["kit", "api"],
    ["app"],
    ["login"],
    ["account", "board", "orders", "waiting", "publishing", "stock", "experiments", "audit", "people", "sections"],
    ["frame"],
  ],
  "web/checkout": [["state"], ["dialogs"], ["summary"], ["loading"], ["frame"], ["links"]],
  "web/shop": [["products.ts"], ["price-words.ts", "resume"], ["home", "product", "text", "shell"], ["link"]],
  // A step does not import other steps.
  "web/steps": [
    ["configure", "cart", "account", "person", "address", "identity", "payment", "payment-return", "thanks"],
  ],
};

test.each(Object.entries(levels))("every import in %s leads downwards", (folder, order) => {
  expect(violationsOf(folder, order)).toEqual([]);
});

const product = ["core", "contract", "server", "extensions", "simulator", "web", "desk", "locales"];

test("only the sandboxes import the simulator, and a shop without sandboxes does not load it", () => {
  const found = sourcesIn("server", "extensions")
    .filter((source) => !isTest(source))
    .flatMap((source) => importsOf(source).map((each) => ({ ...each, path: source.path })))
    .filter(({ path }) => !/^extensions\/(?:simulator\.ts|[^/]+\/simulator\/)/.test(path))
    .filter(({ target }) => target.startsWith("simulator/") || target === "server/sandboxes.ts")
    .map(({ path, dynamic }) => `${path}${dynamic ? ", when it needs it" : ""}`);
  expect([...new Set(found)]).toEqual(["server/integrations.ts, when it needs it", "server/sandboxes.ts"]);
});

/** Returns the names of an extension's settings, jobs, limits, metrics, calls and tables. */
function namesOf({
  name,
  chapter,
  options = {},
  jobs = {},
  limits = {},
  metrics = {},
  calls = {},
}: Extension): readonly string[] {
  const tables = sourcesIn(`extensions/${name}`)
    .filter(({ path }) => path.endsWith("/tables.ts"))
    .flatMap(({ text }) => [...text.matchAll(/^ {4}(\w+): \{$/gm)].map(([, table = ""]) => table));
  const trees = [chapter?.settings ?? {}, ...Object.values(options)] as readonly Tree[];
  const settings = trees.flatMap((tree) => settingsIn(tree).map((setting) => setting.name));
  return [...settings, ...tables, ...[jobs, limits, metrics, calls].flatMap((each) => Object.keys(each))];
}

test("what an extension names stands in no file outside its folder", () => {
  const texts = globSync("locales/**/*.json").map((path) => ({ path, text: readFileSync(path, "utf8") }));
  const core = sourcesIn("core", "contract", "server", "simulator", "web", "desk").filter((source) => !isTest(source));
  const found = (EXTENSIONS as readonly Extension[]).flatMap((extension) => {
    const names = namesOf(extension);
    if (names.length === 0) return [];
    const named = new RegExp(`(?<![\\w-])(?:${names.join("|")})(?![\\w-])`);
    return [...core, ...texts].flatMap(({ path, text }) => {
      const [name] = named.exec(text) ?? [];
      return name === undefined ? [] : [`${path}: ${name} of ${extension.name}`];
    });
  });
  expect(found).toEqual([]);
});

test("the interface for extensions outside does not load the list that waits for them", () => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const source = { path, text: readFileSync(path, "utf8") };
    for (const { kind, target, typeOnly } of importsOf(source))
      if (kind === "file" && !typeOnly && /\.tsx?$/.test(target)) visit(target);
  };
  visit("server/extension/interface.ts");
  expect(seen.size).toBeGreaterThan(20);
  expect(seen).not.toContain("extensions/index.ts");
});

test("only server/config/source.ts reads the environment", () => {
  const readers = sourcesIn(...product)
    .filter((source) => !source.path.startsWith("extensions/") || !isTest(source))
    .filter(({ text }) => /\bprocess\.env\b/.test(text));
  expect(readers.map(({ path }) => path).filter((path) => path !== "server/config/source.ts")).toEqual([]);
});

test("only the ledger writes payments", () => {
  const writes = /(?:updateTable|insertInto|deleteFrom)\("payments"\)|\b(?:update|insert into|delete from) payments\b/i;
  const writers = sourcesIn("server", "extensions").filter((source) => !isTest(source) && writes.test(codeOf(source)));
  expect(writers.map(({ path }) => path)).toEqual(["server/sale/ledger/ledger.ts"]);
});

test("each table has one owner; only read models join tables of several owners, and they write nothing", () => {
  expect(tableViolations(sourcesIn("server", "extensions"))).toEqual([]);
});

test("only the decoder loads the picture library, so that the loaders that it blocks never run", () => {
  const users = sourcesIn("server", "extensions").filter((source) =>
    /(?:import\(|^import (?!type)[^;]*from )"sharp"/m.test(codeOf(source)),
  );
  expect(users.map(({ path }) => path)).toEqual(["server/platform/pictures/decoder.ts"]);
});

test("a part of a page that is loaded later survives a lost network: only two modules call React's lazy", () => {
  const users = sourcesIn("web", "desk", "extensions").filter((source) => /\blazy\(/.test(codeOf(source)));
  expect(users.map(({ path }) => path).toSorted()).toEqual(["web/app/lazy-with-texts.tsx", "web/kit/load-part.ts"]);
});

test("rules take the time only from the clock that is passed to them", () => {
  const otherClocks = /\bnew Date\(\)|\bDate\.now\(\)|\bnow\(\) [-+]|[<>]=? now\(\)/;
  const readers = sourcesIn("core", "server/shop", "server/sale").filter(
    (source) => !isTest(source) && otherClocks.test(codeOf(source)),
  );
  expect(readers.map(({ path }) => path)).toEqual([]);
});

test("a query lists its columns, so that its plan survives a migration that adds one", () => {
  const all = /\.selectAll\(|\.returningAll\(|\b(?:select|returning) (?:\w+\.)?\*(?! from unnest)/i;
  const readers = sourcesIn("server", "extensions").filter((source) => !isTest(source) && all.test(codeOf(source)));
  expect(readers.map(({ path }) => path)).toEqual([]);
});

test("stored JSON has the type unknown until the schema of its folder has parsed it", () => {
  const tables = sourcesIn("server", "extensions").filter(({ path }) => path.endsWith("/tables.ts"));
  const columns = tables.flatMap(({ text }) =>
    [...text.matchAll(/(\w+): (?:Nullable)?StoredJson;/g)].map(([, name]) => name),
  );
  expect(columns.length).toBeGreaterThan(15);
  // The type of a row in a raw query: inline, or a named type in the same file.
  const inline = /\b(?:sql|statement|query)<\{([^}]*)\}>/g;
  const named = /\b(?:sql|statement|query)<(\w+)>/g;
  const typed = new RegExp(String.raw`^\s*(?:readonly )?(${columns.join("|")})\??: (?!unknown\b|string\b)`, "gm");
  const casts = sourcesIn("server", "extensions")
    .filter((source) => !isTest(source))
    .flatMap((source) => {
      const code = codeOf(source);
      const rows = [...code.matchAll(named)].map(([, name]) => {
        const [, members = ""] = new RegExp(String.raw`^type ${name} = (?:[^{;]*)\{(.*?)^\}`, "ms").exec(code) ?? [];
        return members;
      });
      const inlines = [...code.matchAll(inline)].map(([, members = ""]) => members.replaceAll("; ", ";\n"));
      return [...rows, ...inlines].flatMap((members) =>
        [...members.matchAll(typed)].map(([, column]) => `${source.path}: ${column}`),
      );
    });
  expect([...new Set(casts)]).toEqual([]);
});

/** Where data of other systems is read. */
const outside = ["server/integrations", "extensions"];
/** Files there that read what Kasse itself has stored or sent, and a field of a merge patch, in which null removes. */
const notOutside = {
  "extensions/tmf/orders/handed-over.ts": "stored",
  "extensions/agents/checkout/prepared.ts": "stored",
  "extensions/agents/contract.ts": "of the shop's own pages",
  "extensions/tmf/planning/planned-price.ts": "validFor",
};

test("what other systems may leave out may also be null: their schemas use mayBeAbsent()", () => {
  const readers = [
    ...sourcesIn(...outside),
    ...sourcesIn("contract/schemas").filter(({ path }) => /systems/.test(path)),
  ];
  const strict = readers.filter(
    (source) => !isTest(source) && /\bv\.(?:optional|exactOptional|nullish|undefinedable)\(/.test(codeOf(source)),
  );
  expect(strict.map(({ path }) => path).toSorted()).toEqual(Object.keys(notOutside).filter(existsSync).toSorted());
});

test("no test is skipped or marked to run alone", () => {
  const marks =
    /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:only|skip|todo|fixme|fails?)\b|\b(?:xit|xdescribe|fdescribe)\(/;
  const tests = sourcesIn(...product, "examples", "tools", "test", "e2e", "bench", "demo").filter(isTest);
  expect(tests.filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([]);
});

test("every comment fits into 120 columns", () => {
  const isLong = (line: string) => line.length > 120 && /^\s*(?:\/\/ (?!oxlint)|\/?\*)/.test(line);
  const long = sourcesIn(...product, "kit", "examples", "tools", "test", "e2e", "bench", "libraries").flatMap(
    ({ path, text }) => text.split("\n").flatMap((line, index) => (isLong(line) ? [`${path}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test("no file is longer than 400 lines", () => {
  const sizes = sourcesIn("core", "contract", "server", "web", "desk", "simulator").map(({ path, text }) => ({
    path,
    lines: text.split("\n").length - 1,
  }));
  const long = sizes.filter(({ lines }) => lines > 250 && lines <= 400);
  if (long.length > 0) console.info(`Long files: ${long.map(({ path, lines }) => `${path} (${lines})`).join(", ")}`);
  expect(sizes.filter(({ lines }) => lines > 400)).toEqual([]);
});
