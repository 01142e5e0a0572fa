import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { Publishing } from "./overview.ts";
import type { DeskServices } from "#server/desk/services.ts";

/** GET /published/{kind}/schemas: returns the JSON Schemas from which pages build their forms. */
export function publishedSchemas(services: { readonly publishing: Publishing }): DeskHandler<"publishedSchemas"> {
  return async ({ params }) => {
    const kind = services.publishing.kindOf(params.kind);
    return kind ? ok(kind.schemas()) : fail("notFound");
  };
}

/** GET /published/{kind}/versions/{version}: returns the contents of a version. */
export function publishedVersion(
  services: Pick<DeskServices, "db"> & { readonly publishing: Publishing },
): DeskHandler<"publishedVersion"> {
  return async ({ params }) => {
    const version = numberOf(params.version);
    const content =
      version === null ? null : await services.publishing.kindOf(params.kind)?.contentOf(services.db, version);
    return version !== null && content ? ok({ version, content }) : fail("notFound");
  };
}

/**
 * GET /published/{kind}/versions/{version}/changes: returns the differences between a version and what is live at a
 * time.
 */
export function publishedChanges(
  services: Pick<DeskServices, "db" | "now"> & { readonly publishing: Publishing },
): DeskHandler<"publishedChanges"> {
  return async ({ params, query: { at }, locale }) => {
    const { db, now } = services;
    const kind = services.publishing.kindOf(params.kind);
    const version = numberOf(params.version);
    const content = kind && version !== null ? await kind.contentOf(db, version) : null;
    const checked = kind && content && kind.check(content);
    if (!checked?.ok) return fail("notFound");
    const changes = await checked.right.changes(db, at ?? now(), locale);
    return changes ? ok(changes) : fail("notFound");
  };
}

/** Returns the number of a version or an activation in a path; null if it is not a number. */
export const numberOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);
