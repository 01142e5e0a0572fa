import type { FastifyReply } from "fastify";
import { expect, test } from "vitest";
import { SHOP_FAILURES, type ShopFailureName } from "#contract/failures.ts";
import { LOCALES } from "#core/text/locale.ts";
import { replyFailure } from "./failure-reply.ts";
import type { Failure } from "./result.ts";

/** The values that handlers return with a failure, for all shapes. */
const DETAILS = { detail: "body", retryAfter: 90, page: null, fields: {}, username: "a@example.ch", checkout: {} };

test.each(SHOP_FAILURES)("the sentence of %s only needs values of its reply, in all languages", (name) => {
  for (const locale of LOCALES) {
    let sent: unknown;
    const reply = {
      request: { id: "request", headers: {} },
      header: () => reply,
      code: () => reply,
      send: (body: unknown) => ((sent = body), reply),
    };
    replyFailure(reply as unknown as FastifyReply, { ...DETAILS, name } as unknown as Failure<ShopFailureName>, locale);
    expect([locale, JSON.stringify(Object.values(sent as object))]).toEqual([
      locale,
      expect.not.stringMatching(/\{\w+[,}]/),
    ]);
  }
});
