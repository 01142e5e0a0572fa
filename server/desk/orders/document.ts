import { documentKeys } from "#server/platform/encryption/keys.ts";
import { readDocument } from "#server/sale/document/read.ts";
import { ok, fail } from "#server/calls/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";

type Needs = Pick<DeskServices, "db" | "documents" | "security" | "config">;

/** POST /orders/{number}/document: the picture of the identity document, for a reason. Each look is kept in `document_reads` as well. */
export function document({ db, documents, security, config }: Needs): DeskHandler<"document"> {
  return async ({ params, body: { reason }, person, ip }) => {
    const keys = await documentKeys(config.documentKeys, config.dataDir);
    const request = { orderNumber: params.number, reader: person.actor, reason, address: ip };
    const found = await readDocument({ db, documents, keys, security }, request);
    switch (found.kind) {
      case "read":
        return ok({ jpeg: found.jpeg.toString("base64") });
      case "noOrder":
        return fail("notFound");
      case "noDocument":
        return fail("noDocument");
      case "fileMissing":
        return fail("documentMissing");
    }
  };
}
