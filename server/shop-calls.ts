import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ENDPOINTS } from "#contract/shop/calls.ts";
import type { ShopCall } from "#contract/call.ts";
import type { FailureName, ShopFailureName } from "#contract/failures.ts";
import { PATHS, type EndpointName } from "#contract/all-paths.ts";
import { API_PREFIX } from "#contract/paths.ts";
import { writeCallDetail } from "#core/steps/call-detail.ts";
import { isLocale } from "#core/text/locale.ts";
import { isStep } from "#core/steps/steps.ts";
import { type Caller, type CountCall, type Handlers } from "#server/api/call.ts";
import { fail, ok, type Failure } from "./api/result.ts";
import { cookiesOf } from "./platform/http/cookies.ts";
import { replyFailure } from "./api/failure-reply.ts";
import { localeOf, registerCalls } from "./api/router.ts";
import { isSameSecret } from "./platform/http/secrets.ts";
import { requireSameOrigin, requireXsrf } from "./api/xsrf.ts";
import type { SecurityEvent } from "./platform/security/events.ts";
import type { SecurityLog } from "./platform/security/security-log.ts";
import type { NotedCall } from "./sale/checkout/history.ts";
import type { Services } from "./services.ts";
import { operatorSecret } from "./sale/order/operator.ts";

/**
 * Registers every call of the shop. A call that names an unknown checkout is refused, even if it does not need one
 * (`docs/specification/wire.md`, Common).
 */
export function registerShopCalls(
  app: FastifyInstance,
  handlers: Handlers,
  {
    knowsCheckout,
    countCall,
    secrets,
    noteCall,
    security,
    secure,
  }: {
    /** Returns whether a checkout with this id exists. */
    knowsCheckout(id: string): Promise<boolean>;
    readonly countCall: CountCall;
    readonly secrets: CallSecrets;
    /** Records each call that names a checkout, after its response. */
    noteCall(noted: NotedCall): void;
    readonly security: SecurityLog;
    /** Whether the shop is served over https. */
    readonly secure: boolean;
  },
): void {
  registerCalls<EndpointName, Caller>(app, Object.keys(PATHS) as EndpointName[], {
    prefix: API_PREFIX,
    paths: PATHS,
    calls: ENDPOINTS,
    head: true,
    handlers,
    // Checked before the body is read, so that every forged report is recorded.
    refuse(name, request) {
      const refused = countCall(name, { ip: request.ip, checkoutId: checkoutIdOf(request) });
      if (refused) return refused.failure;
      const needed = secrets[name];
      return needed && !isSameSecret(needed.secret, bearerOf(request)) ? { name: needed.failure } : null;
    },
    async admit(name, request, reply) {
      const given = request.headers["locale"];
      if (given !== undefined && !isLocale(given)) return fail("unreadable", { detail: "locale" });
      if (rowOf(name).from !== "system") {
        const refused = requireSameOrigin(request) ?? (PATHS[name][0] === "POST" ? requireXsrf(request, secure) : null);
        if (refused) return { ok: false, failure: refused };
      }
      return ok({
        checkoutId: checkoutIdOf(request),
        token: bearerOf(request),
        cookies: cookiesOf(request, reply, { secure }),
      });
    },
    async check(name, { checkoutId }) {
      const { checkout, from } = rowOf(name);
      if (checkout !== "optional" || from === "system" || checkoutId === null) return null;
      return (await knowsCheckout(checkoutId)) ? null : fail("checkoutUnknown");
    },
    answer(name, reply, value) {
      reply.answered = value;
      const { media, noContent } = rowOf(name);
      if (media === "application/pdf" || media === "image/jpeg")
        return sendFile(reply, name, media, value as Uint8Array);
      return noContent ? reply.code(204).send() : reply.send(value);
    },
    fail(name, reply, failure) {
      const { request } = reply;
      const event =
        EVENTS[failure.name] ?? (failure.name === "loginNeeded" && bearerOf(request) ? "token.refused" : null);
      if (event) security.record(event, { address: request.ip, route: PATHS[name][1] });
      return replyFailure(reply, failure as Failure<ShopFailureName>, localeOf(request));
    },
    note(name, request, { failure, answered }) {
      const checkoutId = checkoutIdOf(request);
      if (checkoutId === null || rowOf(name).from === "system") return;
      const detail = detailOf(request, failure);
      noteCall({ checkoutId, call: name, failure: failure?.name ?? null, detail, answer: answered });
    },
  });
}

const rowOf = (name: EndpointName): ShopCall => ENDPOINTS[name];

/** Failures that may be attacks, with their event in the security log. */
const EVENTS: Partial<Record<FailureName, SecurityEvent>> = {
  xsrf: "xsrf.refused",
  badSignature: "webhook.forged",
  operatorTokenWrong: "webhook.forged",
  smdpTokenWrong: "webhook.forged",
  warehouseTokenWrong: "webhook.forged",
  verifierTokenWrong: "webhook.forged",
};

function detailOf(request: FastifyRequest, failure: FastifyReply["failure"]): string | null {
  const { step } = request.params as { readonly step?: unknown };
  return writeCallDetail({
    step: typeof step === "string" && isStep(step) ? step : null,
    ...(failure && "fields" in failure && { fields: Object.keys(failure.fields) }),
    ...(failure && "page" in failure && { backTo: failure.page, remark: failure.why ?? null }),
  });
}

const EXTENSION = { "application/pdf": "pdf", "image/jpeg": "jpg" } as const;

/** Sends a file as a download under a name that the shop chooses, never as a page (ASVS 5.4.1). */
function sendFile(
  reply: FastifyReply,
  name: EndpointName,
  media: keyof typeof EXTENSION,
  bytes: Uint8Array,
): FastifyReply {
  const file = `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.${EXTENSION[media]}`;
  return reply.type(media).header("content-disposition", `attachment; filename="${file}"`).send(Buffer.from(bytes));
}

function checkoutIdOf(request: FastifyRequest): string | null {
  const given = request.headers["checkoutid"];
  return typeof given === "string" && given !== "" ? given : null;
}

/**
 * Returns the token of a request. Any Authorization header counts as one, so that a malformed one is refused instead of
 * ignored.
 */
function bearerOf(request: FastifyRequest): string | null {
  const given = request.headers.authorization;
  return given === undefined || given === "" ? null : given.replace(/^Bearer\s+/i, "");
}

/**
 * For each call by another system: the secret that its token has to be, and the failure if it is not. If the secret is
 * null, all tokens are refused.
 */
export type CallSecrets = Partial<
  Record<EndpointName, { readonly secret: string | null; readonly failure: `${string}TokenWrong` & FailureName }>
>;

/** Returns the secrets of the systems that report to the shop. If a system is not set up, its secret is null. */
export function callSecrets({ config, eid }: Pick<Services, "config" | "eid">): CallSecrets {
  const { stockSecret, esim } = config;
  return {
    orderEvents: { secret: operatorSecret(config), failure: "operatorTokenWrong" },
    stockEvents: { secret: stockSecret, failure: "warehouseTokenWrong" },
    eidEvents: { secret: eid?.webhookKey ?? null, failure: "verifierTokenWrong" },
    esimProgress: { secret: esim.provider === "es2plus" ? esim.notificationSecret : null, failure: "smdpTokenWrong" },
  };
}
