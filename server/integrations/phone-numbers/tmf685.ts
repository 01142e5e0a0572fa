import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { type ClientCertificate, askJson } from "#server/platform/http/json-client.ts";
import { Unavailable, Unreadable } from "#server/platform/unavailable.ts";
import type { NumberPoolPort } from "#server/shop/phone-numbers/pool.ts";

export type NumberPoolSettings = {
  /** The URL to which `/reservation` is appended. */
  readonly url: string;
  readonly secret: string;
  /** The operator's id of the number pool. */
  readonly pool: string;
  /** The client certificate, for mutual TLS. */
  readonly certificate: ClientCertificate | null;
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 15_000;

const Resources = mayBeAbsent(v.array(v.object({ id: mayBeAbsent(v.string()), value: mayBeAbsent(v.string()) })), []);
/**
 * The fields that are read from a TMF685 Reservation. Some implementations call the list `resource`, others
 * `resources`.
 */
const Reservation = v.object({
  reservationState: mayBeAbsent(v.string()),
  reservationItem: mayBeAbsent(
    v.array(v.object({ appliedCapacityAmount: mayBeAbsent(v.object({ resource: Resources, resources: Resources })) })),
  ),
});

/** States of a reservation that has not ended. The request is then repeated with the same key. */
const UNDER_WAY = /^(acknowledged|pending|held|inProgress)$/i;

/**
 * Reserves numbers through TM Forum's Resource Pool Management (TMF685, POST /reservation). The standard has no
 * idempotency key, so the key is sent in two places: as the reservation's name, and as `Idempotency-Key`.
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
      if (!reservationItem) throw new Unreadable("number pool /reservation: unreadable answer, reservationItem");
      return reservationItem.flatMap(({ appliedCapacityAmount: amount }) =>
        [...(amount?.resource ?? []), ...(amount?.resources ?? [])].flatMap(({ id: resourceId, value = resourceId }) =>
          value === undefined ? [] : [value],
        ),
      );
    },
  };
}
