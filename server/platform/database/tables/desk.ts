import type { Generated } from "kysely";
import type { DeskRole } from "#core/desk/roles.ts";
import type { Created, Moment, NullableMoment } from "./column.ts";

/** The operator's people at the desk, and what the desk keeps for them. */
export type DeskTables = {
  desk_people: {
    id: Generated<string>;
    /** In lower case. */
    email: string;
    name: string;
    roles: DeskRole[];
    /** Null until the invitation is accepted. */
    password_hash: string | null;
    disabled_at: NullableMoment;
    created_at: Created;
  };
  desk_invitations: { secret_hash: Buffer; person_id: string; expires_at: Moment };
  desk_sessions: {
    hash: Buffer;
    person_id: string;
    /** Such as `Firefox, Windows`. */
    device: string | null;
    created_at: Moment;
    used_at: Moment;
  };
  desk_refund_requests: {
    id: Generated<string>;
    order_id: string;
    sent: boolean;
    reason: string;
    asked_by: string;
    asked_at: Moment;
    decided_by: string | null;
    decided_at: NullableMoment;
    confirmed: boolean | null;
  };
  /** What orders are found by, derived from them. */
  desk_orders: { order_id: string; number: string; created_at: Date; terms: string };
  /** Orders whose terms are out of date. */
  desk_orders_changed: { id: Generated<string>; order_id: string };
};
