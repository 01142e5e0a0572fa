import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { localePrefix } from "#core/text/locale.ts";
import { isAllowed } from "#core/steps/steps.ts";
import { factsOf, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import { newReading } from "#server/sale/document/reading/call.ts";
import type { DocumentKeeper } from "#server/sale/document/keep.ts";
import { readUpload, type Uploads } from "#server/sale/document/upload.ts";
import { type Call, type Handler } from "#server/api/call.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import type { Config } from "#server/config/config.ts";
import type { Limits } from "#server/api/limits.ts";
import { validLink, makeLink, personHash, stateOfLink, markLinkUsed, type ValidLink } from "./links.ts";

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly documentKeeper: DocumentKeeper;
  readonly uploads: Uploads;
  readonly limits: Limits<"photoLinksPerCheckout" | "photosPerAddress">;
  readonly security: SecurityLog;
  readonly config: Pick<Config, "publicUrl" | "documentReading">;
};

/** The same failure for unknown, used, replaced and expired links. */
const DEAD_LINK = fail("photoLinkDead");

/**
 * POST /photo-link: creates a link for a phone, for anyone who may upload to the checkout. The secret is in the
 * fragment of the URL, which browsers do not send to servers.
 */
export function createPhotoLink(services: Needs): Handler<"photoLink"> {
  return async (call) => {
    const open = await services.checkouts.openForStep(call, "5");
    if (!open.ok) return open;
    const now = services.now();
    const allowed = await services.limits.take({ photoLinksPerCheckout: open.value.id }, call.ip);
    if (!allowed.ok) return allowed;
    const reading = newReading(services.config);
    const { secret, expiresAt } = await makeLink(services.db, open.value, reading.hash, now);
    const url = `${services.config.publicUrl}${localePrefix(call.locale)}/photo#${secret}`;
    return ok({ url, secondsLeft: secondsUntil(expiresAt, now), ...reading.answer });
  };
}

/** GET /photo-link-state: tells the shopper's computer, which polls it, whether the picture has arrived. */
export function photoLinkState(services: Needs): Handler<"photoLinkState"> {
  return async (call) => {
    const open = await services.checkouts.openForStep(call, "5");
    if (!open.ok) return open;
    return ok({ state: await stateOfLink(services.db, open.value.id, services.now()) });
  };
}

/** GET /photo-link-check: tells the phone whether its link is still valid, before the shopper takes a picture. */
export function checkPhotoLink(services: Needs): Handler<"photoLinkCheck"> {
  return async (call) => {
    const open = await openByLink(services, call);
    return open.ok ? ok({ secondsLeft: secondsUntil(open.value.link.expiresAt, services.now()) }) : open;
  };
}

/**
 * POST /upload-photo: makes the same checks as /upload-document. The link is used up in the transaction that stores the
 * document.
 */
export function uploadPhoto(services: Needs): Handler<"uploadPhoto"> {
  return async (call) => {
    const open = await openByLink(services, call);
    if (!open.ok) return open;
    const { checkout, link, secret } = open.value;
    const space = await services.documentKeeper.spaceFor(checkout);
    if (!space.ok) return space;
    const jpeg = await readUpload(services, call);
    if (!jpeg.ok) return jpeg;
    const picture = { jpeg: jpeg.value, readingHash: link.readingHash };
    const stored = await services.documentKeeper.keep(checkout, picture, (tx) =>
      markLinkUsed(tx, secret, services.now()),
    );
    if (!stored.ok) return stored;
    return stored.value ? ok({}) : DEAD_LINK;
  };
}

type ByLink = { readonly checkout: OpenCheckout; readonly link: ValidLink; readonly secret: string };

/** Opens a checkout with a link's secret (the Bearer token), which permits nothing but uploading its picture. */
async function openByLink(
  services: Needs,
  { token: secret, ip }: Pick<Call<"uploadPhoto">, "token" | "ip">,
): Promise<Result<ByLink, "photoLinkDead" | "tooMany">> {
  const { db } = services;
  const now = services.now();
  const allowed = await services.limits.take({ photosPerAddress: ip }, ip);
  if (!allowed.ok) return allowed;
  const link = await validLink(db, secret, now);
  if (!link || secret === null) return DEAD_LINK;
  const checkout = await services.checkouts.load(link.checkoutId);
  const samePerson = checkout !== null && personHash(checkout).equals(link.personHash);
  if (!samePerson || !isAllowed("5", factsOf(checkout, now))) return DEAD_LINK;
  return ok({ checkout, link, secret });
}

function secondsUntil(at: Date, now: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
}
