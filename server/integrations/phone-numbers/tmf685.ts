import * as v from "valibot";
import { type ClientCertificate, askJson } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { NumberPoolPort } from "#server/shop/phone-numbers/pool.ts";

export type NumberPoolSettings = {
  /** The address that `/reservation` is appended to. */
  readonly url: string;
  readonly secret: string;
  /** The id of the pool at the operator. */
  readonly pool: string;
  /** For mutual TLS. */
  readonly certificate: ClientCertificate | null;
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 15_000;

const Resources = v.optional(v.array(v.object({ id: v.string(), value: v.optional(v.string()) })), []);
/**
 * The fields read from a TMF685 Reservation. Implementations of the published file call the list `resource` or
 * `resources`.
 */
const Reservation = v.object({
  reservationState: v.optional(v.string()),
  reservationItem: v.array(
    v.object({ appliedCapacityAmount: v.optional(v.object({ resource: Resources, resources: Resources })) }),
  ),
});

/** States of a reservation that has not ended. The request is repeated with the same key. */
const UNDER_WAY = /^(acknowledged|pending|held|inProgress)$/i;

/**
 * Reserves numbers by TM Forum's Resource Pool Management (TMF685, POST /reservation). The standard has no idempotency
 * key, so it is sent twice: as the reservation's name, and as `Idempotency-Key`.
 */
export function tmf685({ url, secret, pool, certificate, timeoutMs = TIMEOUT_MS }: NumberPoolSettings): NumberPoolPort {
  return {
    async reserve({ id, quantity }) {
      const { reservationState = "", reservationItem } = await askJson("number pool /reservation", Reservation, {
        url: `${url.replace(/\/$/, "")}/reservation`,
        headers: { authorization: `Bearer ${secret}`, "idempotency-key": id },
        body: {
          "@type": "resourceItemReservation",
          name: id,
          description: "new numbers for the online shop",
          reservationItem: [
            { quantity, resourceCapacity: { capacityDemandAmount: quantity, resourcePool: { id: pool } } },
          ],
        },
        timeoutMs,
        certificate,
      });
      if (UNDER_WAY.test(reservationState)) throw new Unavailable(`number pool /reservation: ${reservationState}`);
      return reservationItem.flatMap(({ appliedCapacityAmount: amount }) =>
        [...(amount?.resource ?? []), ...(amount?.resources ?? [])].map((resource) => resource.value ?? resource.id),
      );
    },
  };
}
