import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import { kindOf, type PublishingNeeds } from "./kinds.ts";

/** GET /published/{kind}/schemas: the JSON Schemas, from which the pages make their forms. */
export function publishedSchemas(services: PublishingNeeds): DeskHandler<"publishedSchemas"> {
  return async ({ params }) => {
    const kind = kindOf(services, params.kind);
    return kind ? ok(kind.schemas()) : fail("notFound");
  };
}

/** GET /published/{kind}/versions/{version}: the contents of a version. */
export function publishedVersion(services: PublishingNeeds): DeskHandler<"publishedVersion"> {
  return async ({ params }) => {
    const version = numberOf(params.version);
    const content = version === null ? null : await kindOf(services, params.kind)?.contentOf(services.db, version);
    return version !== null && content ? ok({ version, content }) : fail("notFound");
  };
}

/** GET /published/{kind}/versions/{version}/changes: how a version differs from what is live at a time. */
export function publishedChanges(services: PublishingNeeds): DeskHandler<"publishedChanges"> {
  return async ({ params, query: { at }, locale }) => {
    const { db, now } = services;
    const kind = kindOf(services, params.kind);
    const version = numberOf(params.version);
    const content = kind && version !== null ? await kind.contentOf(db, version) : null;
    const checked = kind && content && kind.check(content);
    if (!checked?.ok) return fail("notFound");
    const changes = await checked.right.changes(db, at === undefined ? now() : new Date(at), locale);
    return changes ? ok(changes) : fail("notFound");
  };
}

/** The number of a version or an activation in an address; null if it is not a number. */
export const numberOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);
