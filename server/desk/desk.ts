import { EXTENSIONS } from "#extensions/index.ts";
import { createKnownBrowsers } from "#server/authentication/known-browser.ts";
import cookie from "@fastify/cookie";
import { keepCookiesPrivate } from "#server/platform/http/cookies.ts";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { outcomeText } from "#core/desk/audit-outcome.ts";
import type { Bundle } from "#server/pages/assets.ts";
import { auditKey, subjectOf, headText } from "#server/operator/audit/chain.ts";
import { appendAudit, appendOutcome } from "#server/operator/audit/log.ts";
import { deriveKey } from "#server/platform/encryption/keys.ts";
import { startFigures } from "./board/keep-figures.ts";
import { createFeed } from "./events/feed.ts";
import { startRules } from "./experiments/keep-rules.ts";
import { createDeskHandlers } from "./handlers.ts";
import { registerPreview } from "./publishing/preview.ts";
import { createDoor, refusing } from "./http/caller.ts";
import { registerDeskApi } from "./http/router.ts";
import { areRequired } from "./people/own-passkeys.ts";
import { issuerOf } from "#server/operator/desk-people/issuer.ts";
import { startIndexing } from "./orders/index-orders.ts";
import type { Config } from "#server/config/config.ts";
import type { DeskBundle } from "./pages/bundle.ts";
import { registerDeskPages } from "./pages/pages.ts";
import type { DeskServices } from "./services.ts";
import { outsideOn } from "#server/extension/declared.ts";
import packageJson from "../../package.json" with { type: "json" };

/** Returns the version of Kasse and the extensions from outside that are on, such as `Kasse 1.0.0 · vouchers`. */
const whatRuns = (config: Config) => [`Kasse ${packageJson.version}`, ...outsideOn(EXTENSIONS, config)].join(" · ");

/** The desk of this process. */
export type Desk = {
  /** Serves the desk's pages and calls on the management port. */
  register(app: FastifyInstance): Promise<void>;
  stop(): Promise<void>;
};

/** The built files: the desk's pages, and the shop's for previews. Null if there is no build. */
type Built = { readonly desk: DeskBundle | null; readonly shop: Bundle | null };

/**
 * Starts the desk: its pages and calls, the search index of orders, the figures of the board, and the rules of
 * experiments.
 */
export function startDesk(services: Omit<DeskServices, "record" | "knownBrowsers">, built: Built): Desk {
  const { db, now, log, security, documentNumberKey: numberKey, config } = services;
  const key = auditKey(numberKey);
  const secure = config.deskUrl?.startsWith("https:") ?? false;
  const record: DeskServices["record"] = async ({ actor, action, named, reason }) => {
    const subject = named === null ? null : subjectOf(numberKey, named);
    const head = await appendAudit(db, key, { at: now(), actor, action, subject, reason });
    security.record("desk.used", { command: action, actor: security.pseudonym(actor), audit: headText(head) });
    return async (outcome) => {
      const used = { command: action, actor: security.pseudonym(actor), outcome: outcomeText(outcome) };
      try {
        const end = await appendOutcome(db, key, { seq: head.seq, outcome, at: now(), actor });
        security.record("desk.used", { ...used, audit: headText(end) });
      } catch (error) {
        // The action has been carried out, so the call must not fail because its outcome cannot be recorded.
        const { message } = error as Error;
        log.error(
          { error: message, line: head.seq, outcome: used.outcome },
          "the outcome of an action could not be written to the audit log",
        );
      }
    };
  };
  const index = startIndexing(db, services.periods.deskOrders, log);
  const figures = startFigures(services);
  const rules = startRules(services);
  const feed = createFeed(services);
  return {
    async register(app) {
      await app.register(async (desk) => {
        await desk.register(helmet, {
          strictTransportSecurity: secure,
          crossOriginEmbedderPolicy: false,
          referrerPolicy: { policy: "no-referrer" },
        });
        await desk.register(cookie);
        keepCookiesPrivate(desk);
        const issuer = issuerOf(config);
        const door = createDoor({ db, now, secure, issuer, needsPasskey: areRequired(config), record });
        if (built.desk) registerDeskPages(desk, built.desk, services.brand, whatRuns(config));
        if (built.shop) registerPreview(desk, services, built.shop, refusing("seeCatalogue", "preview", door));
        desk.addHook("preClose", () => feed.stop());
        // The key differs from the shop's, because in the shop, anyone can make a browser known for an e-mail address
        // by registering with it.
        const knownBrowsers = createKnownBrowsers(deriveKey(numberKey, "known-browsers of the desk"));
        registerDeskApi(desk, createDeskHandlers({ ...services, record, knownBrowsers }, feed), {
          door,
          db,
          log,
          secure,
          issuer,
          record,
        });
      });
    },
    async stop() {
      await Promise.all([feed.stop(), index.stop(), figures.stop(), rules.stop()]);
    },
  };
}
