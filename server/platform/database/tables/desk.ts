import type { ColumnType, Generated } from "kysely";
import type { FigureSource } from "#core/desk/figures.ts";
import type { DeskRole } from "#core/desk/roles.ts";
import type { Arm, ExperimentId } from "#core/experiments.ts";
import type { Created, Moment, NullableMoment, StoredJson, NullableStoredJson } from "./column.ts";

/** What a draft is of: the catalogue, or the texts of the brand. */
export type DeskDraftKind = "catalogue" | "texts";

/** The operator's people at the desk, and what the desk keeps for them. */
export type DeskTables = {
  desk_people: {
    id: Generated<string>;
    /** In lower case; unique among people who were invited. */
    email: string;
    name: string;
    roles: DeskRole[];
    /** Null until the invitation is accepted, and of people of a login provider. */
    password_hash: string | null;
    /** Of people of a login provider: who issued the identity, its name there, and how the audit log calls the person. */
    issuer: string | null;
    subject: string | null;
    actor: string | null;
    disabled_at: NullableMoment;
    created_at: Created;
  };
  desk_invitations: { secret_hash: Buffer; person_id: string; expires_at: Moment };
  desk_sessions: {
    hash: Buffer;
    /** Names the login to its owner; the hash is never shown. */
    id: Generated<string>;
    person_id: string;
    /** Such as `Firefox, Windows`. */
    device: string | null;
    created_at: Moment;
    used_at: Moment;
    with_passkey: Generated<boolean>;
    sid: string | null;
    /** Encrypted, bound to the session's id. */
    id_token: string | null;
  };
  desk_login_tries: { secret_hash: Buffer; return_to: string; instead_of: Buffer | null; expires_at: Moment };
  desk_logout_tokens: {
    issuer: string;
    jti: string;
    subject: string | null;
    sid: string | null;
    issued_at: Moment;
    expires_at: Moment;
  };
  desk_passkeys: {
    id: Generated<string>;
    person_id: string;
    credential_id: string;
    public_key: Buffer;
    /** A bigint, which the driver reads as text. */
    sign_count: ColumnType<string, number, number>;
    transports: string[];
    device: string | null;
    created_at: Moment;
    used_at: NullableMoment;
  };
  desk_passkey_challenges: {
    challenge: string;
    person_id: string | null;
    purpose: "add" | "login";
    expires_at: Moment;
  };
  desk_refund_requests: {
    id: Generated<string>;
    order_id: string;
    sent: boolean;
    reason: string;
    asked_by: string;
    asked_by_id: string | null;
    asked_at: Moment;
    decided_by: string | null;
    decided_by_id: string | null;
    decided_at: NullableMoment;
    confirmed: boolean | null;
  };
  /** What orders are found by, derived from them. */
  desk_orders: { order_id: string; number: string; created_at: Date; terms: string };
  /** Orders whose terms are out of date. */
  desk_orders_changed: { id: Generated<string>; order_id: string };
  desk_drafts: {
    id: Generated<string>;
    kind: DeskDraftKind;
    name: string;
    base_version: number;
    content: StoredJson;
    revision: Generated<number>;
    changed_by: string;
    changed_at: Moment;
    created_at: Moment;
    closed_at: NullableMoment;
  };
  desk_activation_requests: {
    id: Generated<string>;
    kind: DeskDraftKind;
    version: number;
    draft_id: string | null;
    /** Null: as soon as it is confirmed. */
    starts_at: NullableMoment;
    reason: string;
    asked_by: string;
    asked_by_id: string;
    asked_at: Moment;
    decided_by: string | null;
    decided_by_id: string | null;
    decided_at: NullableMoment;
    decision_reason: string | null;
    confirmed: boolean | null;
  };
  desk_experiments: {
    id: Generated<string>;
    /** A row of an earlier version may have a name that is not known any more. */
    experiment: ExperimentId;
    hypothesis: string;
    per_arm: number;
    starts_at: Moment;
    ends_at: Moment;
    begun_by: string;
    begun_by_id: string;
    begun_at: Moment;
    stopped_at: NullableMoment;
    /** Null: by its rule. */
    stopped_by: string | null;
    stop_reason: string | null;
    adopted_arm: Arm | null;
    adopted_by: string | null;
    adopted_by_id: string | null;
    adopted_at: NullableMoment;
    adoption_reason: string | null;
    decided_on: NullableStoredJson;
  };
  /** The figures of an hour, computed from the records of a source. */
  desk_figures: {
    source: FigureSource;
    hour: Date;
    /** By kind; null until they are computed. */
    figures: NullableStoredJson;
    due_at: Moment;
    changed_at: Created;
  };
  /** Which checkouts began when, as an index that the desk itself writes. */
  desk_checkouts: { created_at: Date; checkout_id: string };
};
