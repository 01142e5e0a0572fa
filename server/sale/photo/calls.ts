import { localePrefix } from "#core/locale.ts";
import { isAllowed } from "#core/steps.ts";
import { withinLimits } from "#server/platform/http/limits.ts";
import { openForCustomer, type AccessFailure } from "#server/sale/checkout/access.ts";
import { factsOf, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { toFurthestStep } from "#server/sale/checkout/refusals.ts";
import { loadCheckout, type Caller, type CheckoutNeeds } from "#server/sale/checkout/store.ts";
import { keepDocument, type DocumentKeeper } from "#server/sale/document/keep.ts";
import { readUpload } from "#server/sale/document/upload.ts";
import type { Call, Handler } from "#server/platform/http/call.ts";
import { fail, ok, type Result } from "#server/platform/http/result.ts";
import type { Config } from "#server/config/config.ts";
import { aliveLink, makeLink, personHash, stateOfLink, spendLink, type AliveLink } from "./links.ts";

type LinkNeeds = CheckoutNeeds & {
  readonly config: Pick<Config, "publicUrl"> & {
    readonly limits: Pick<Config["limits"], "photoLinksPerCheckout" | "photosPerAddress">;
  };
};

/** Unknown, used, replaced and expired links are told alike. */
const DEAD_LINK = fail("photoLinkDead");

/** POST /photo-link: a new link for the phone, by whom could upload here. The secret stands behind the `#`: no server hears it. */
export function createPhotoLink(services: LinkNeeds): Handler<"photoLink"> {
  return async (call) => {
    const open = await openForUpload(services, call);
    if (!open.ok) return open;
    const now = services.now();
    const limit = services.config.limits.photoLinksPerCheckout;
    const allowed = await withinLimits(services.db, [{ key: `photo-link:checkout:${open.value.id}`, limit }], now);
    if (!allowed.ok) return allowed;
    const { secret, expiresAt } = await makeLink(services.db, open.value, now);
    const url = `${services.config.publicUrl}${localePrefix(call.locale)}/photo#${secret}`;
    return ok({ url, secondsLeft: secondsUntil(expiresAt, now) });
  };
}

/** GET /photo-link-state: the desktop asks whether the picture has come. */
export function photoLinkState(services: LinkNeeds): Handler<"photoLinkState"> {
  return async (call) => {
    const open = await openForUpload(services, call);
    if (!open.ok) return open;
    return ok({ state: await stateOfLink(services.db, open.value.id, services.now()) });
  };
}

/** GET /photo-link-check: the phone asks whether its link still lives, before anybody takes a picture. */
export function checkPhotoLink(services: LinkNeeds): Handler<"photoLinkCheck"> {
  return async (call) => {
    const open = await openByLink(services, call);
    return open.ok ? ok({ secondsLeft: secondsUntil(open.value.link.expiresAt, services.now()) }) : open;
  };
}

/** POST /upload-photo: the very checks of /upload-document. The link ends in the transaction that names the picture. */
export function uploadPhoto(services: LinkNeeds & DocumentKeeper): Handler<"uploadPhoto"> {
  return async (call) => {
    const open = await openByLink(services, call);
    if (!open.ok) return open;
    const { checkout, secret } = open.value;
    const jpeg = await readUpload(call);
    if (!jpeg.ok) return jpeg;
    const kept = await keepDocument(services, checkout.id, jpeg.value, (tx) => spendLink(tx, secret, services.now()));
    return kept ? ok({}) : DEAD_LINK;
  };
}

async function openForUpload(services: LinkNeeds, caller: Caller): Promise<Result<OpenCheckout, AccessFailure>> {
  const access = await openForCustomer(services, caller, { withoutToken: true });
  if (!access.ok) return access;
  const { checkout } = access.value;
  const facts = factsOf(checkout, services.now());
  return isAllowed("5", facts) ? ok(checkout) : toFurthestStep(facts);
}

type ByLink = { readonly checkout: OpenCheckout; readonly link: AliveLink; readonly secret: string };

/** Opens a checkout by the link's secret, for its picture alone; the secret comes as Bearer token. */
async function openByLink(
  services: LinkNeeds,
  { token: secret, ip }: Pick<Call<"uploadPhoto">, "token" | "ip">,
): Promise<Result<ByLink, "photoLinkDead" | "tooMany">> {
  const { db, config } = services;
  const now = services.now();
  const allowed = await withinLimits(db, [{ key: `photo:address:${ip}`, limit: config.limits.photosPerAddress }], now);
  if (!allowed.ok) return allowed;
  const link = await aliveLink(db, secret, now);
  if (!link || secret === null) return DEAD_LINK;
  const checkout = await loadCheckout(db, services, link.checkoutId);
  const stillTheirs = checkout !== null && personHash(checkout).equals(link.personHash);
  if (!stillTheirs || !isAllowed("5", factsOf(checkout, now))) return DEAD_LINK;
  return ok({ checkout, link, secret });
}

function secondsUntil(at: Date, now: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
}
