import { formContext, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { openForStep } from "#server/sale/checkout/open-for-step.ts";
import type { LimitsNamed } from "#server/config/config.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { secretHash } from "#server/platform/encryption/link-secret.ts";
import { documentKeys } from "#server/platform/encryption/keys.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { ok } from "#server/platform/http/result.ts";
import { clientNetwork } from "#server/platform/security/client-network.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import type { DocumentKeeper } from "../keep.ts";
import { isReadableWith } from "../queries.ts";
import { openDocument } from "../read.ts";
import { readingOf } from "./answer.ts";
import type { ReadingLane } from "./reading-lane.ts";

type ReadingNeeds = CheckoutNeeds &
  DocumentKeeper &
  LimitsNamed<"readingsPerCheckout"> & { readonly uploads: { readonly zones: ReadingLane } };

/**
 * POST /document-reading: what the machine-readable zone of the checkout's picture says, for whoever sent the picture. Personal data is in
 * answers to the customer's token alone (decisions 4), which a new customer does not have yet: here the secret stands for it.
 */
export function readDocumentOf(services: ReadingNeeds): Handler<"documentReading"> {
  return async (call) => {
    const open = await openForStep(services, call, "5");
    if (!open.ok) return open;
    const checkout = open.value;
    const allowed = await services.limits.take({ readingsPerCheckout: checkout.id }, call.ip);
    if (!allowed.ok) return allowed;
    const id = await documentSentWith(services.db, checkout, call.body.reading);
    if (id === null) return ok({ reading: null });
    const { config } = services;
    const keys = await documentKeys(config.documentKeys, config.dataDir);
    const jpeg = await openDocument({ db: services.db, documents: services.documents, keys }, id);
    const zone = jpeg && (await services.uploads.zones.read(jpeg, clientNetwork(call.ip)));
    if (!zone) return ok({ reading: null });
    return ok({ reading: readingOf(zone, checkout.form, formContext(checkout, services.now())) });
  };
}

/** The checkout's document, if its picture was sent by whoever has the secret. */
async function documentSentWith(db: Handle, checkout: OpenCheckout, secret: string): Promise<string | null> {
  const hash = secretHash(secret);
  if (hash === null || checkout.documentId === null) return null;
  return (await isReadableWith(db, checkout.documentId, hash)) ? checkout.documentId : null;
}
