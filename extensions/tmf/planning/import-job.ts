import type { Handle } from "#server/platform/database/database.ts";
import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { checkContents } from "#server/shop/catalogue/problems.ts";
import { CATALOGUE_FILES } from "#server/shop/catalogue/file-schema.ts";
import { systemDraftOf } from "#server/shop/drafts/store.ts";
import { cataloguePath } from "../catalogue/product-catalogue.ts";
import { failed, type TmfResult } from "../http/failures.ts";
import { pageOf } from "../http/page.ts";
import type { Resource } from "../http/query.ts";
import type { Collection, Version } from "../http/resources.ts";
import { mistaken, replaceDraft, type DraftNeeds } from "./system-draft.ts";

const JSON_TYPE = "application/json";
const Job = v.looseObject({
  url: v.string(),
  contentType: mayBeAbsent(v.literal(JSON_TYPE), JSON_TYPE),
  path: mayBeAbsent(v.string()),
});
const Files = v.record(v.string(), v.unknown());
const DATA_URL = /^data:application\/json(?:;charset=utf-8)?(;base64)?,(.*)$/is;

const refused = (reason: string, message?: string) =>
  failed({ status: 400, code: "invalidImport", reason, ...(message !== undefined && { message }) });

/** Records what a system delivers. Throws if it cannot. */
export type Note = (tx: Handle, system: string, what: string) => Promise<void>;

/** The import jobs of TMF620: a system delivers a whole catalogue as its draft. It has one job, while that is open. */
export function importJobs(version: Version, needs: DraftNeeds & { readonly note: Note }): Collection {
  const path = `${cataloguePath(version)}/importJob`;
  const jobOf = async (system: string): Promise<readonly Resource[]> => {
    const draft = await systemDraftOf(needs.db, "catalogue", system);
    return draft?.imported ? [importJob(path, draft)] : [];
  };
  return {
    path,
    list: async (query, system) => pageOf(await jobOf(system), query),
    get: async (id, system) => (await jobOf(system)).find((each) => each["id"] === id) ?? null,
    async post(body, system) {
      const files = filesIn(body, version);
      if (!files.ok) return files;
      const note = (tx: Handle) => needs.note(tx, system, "importJob");
      return { ok: true, value: importJob(path, await replaceDraft({ ...needs, note }, system, files.value)) };
    },
  };
}

const importJob = (path: string, { id, createdAt }: { readonly id: string; readonly createdAt: Date }): Resource => ({
  "@type": "ImportJob",
  id,
  href: `${path}/${id}`,
  contentType: JSON_TYPE,
  status: "Succeeded",
  completionDate: createdAt.toISOString(),
});

/**
 * Returns the catalogue files in an import job. They are in its `url`, as a `data:` URL: the shop fetches no address,
 * so nobody with a token can make it call one.
 */
function filesIn(body: unknown, version: Version): TmfResult<Record<string, unknown>> {
  const read = v.safeParse(Job, body);
  if (!read.success) return refused("`url` has the catalogue, and `contentType` is application/json");
  const { url, path } = read.output;
  const root = version === "v5" ? "productCatalog" : "catalog";
  if (path !== undefined && !new RegExp(`(^|/)${root}/?$`).test(path))
    return refused(`Only the whole catalogue can be imported: \`path\` is ${root} or absent`);
  const [, base64, data] = DATA_URL.exec(url) ?? [];
  if (data === undefined)
    return refused(
      "`url` is a data: URL with the catalogue files; no address is fetched",
      "data:application/json;base64,…",
    );
  const parsed = parse(base64 ? Buffer.from(data, "base64").toString("utf8") : data, !base64);
  const files = v.safeParse(Files, parsed);
  const missing = files.success ? CATALOGUE_FILES.filter((name) => !Object.hasOwn(files.output, name)) : [];
  const unknown = files.success
    ? Object.keys(files.output).find((name) => !CATALOGUE_FILES.includes(name as never))
    : "";
  if (!files.success || missing.length > 0 || unknown !== undefined)
    return refused(
      "The data is a JSON object with each catalogue file by its name",
      missing.length > 0 ? `Missing: ${missing.join(", ")}` : `Not a file of the catalogue: ${unknown || "no object"}`,
    );
  const checked = checkContents(files.output);
  return checked.ok ? { ok: true, value: files.output } : mistaken(checked.problems);
}

/** Returns the value of a JSON text; null if it is none. `isEncoded`: whether it is percent-encoded. */
function parse(text: string, isEncoded: boolean): unknown {
  try {
    return JSON.parse(isEncoded ? decodeURIComponent(text) : text);
  } catch {
    return null;
  }
}
