import type { Generated } from "kysely";
import type { Moment, NullableMoment, Created, StoredJson } from "./column.ts";

/** What the shop shows and sells: catalogues, stock, addresses. */
export type ShopWindowTables = {
  catalogues: {
    version: Generated<number>;
    content: StoredJson;
    checksum: string;
    /** Of a version that is another one for a time: which one, and from when; null from its beginning. */
    period_of: number | null;
    period_from: NullableMoment;
    loaded_at: Created;
  };
  catalogue_activations: {
    id: Generated<number>;
    version: number;
    starts_at: Moment;
    actor: string;
    ordered_at: Moment;
    cancelled_at: NullableMoment;
    cancelled_by: string | null;
  };
  catalogue_sales: { activation_id: number; version: number; starts_at: Moment; holds_from: Moment };
  brand_texts: {
    version: Generated<number>;
    content: StoredJson;
    checksum: string;
    saved_by: string;
    saved_at: Moment;
  };
  brand_text_activations: {
    id: Generated<number>;
    /** 0: the brand file. */
    version: number;
    starts_at: Moment;
    actor: string;
    ordered_at: Moment;
    cancelled_at: NullableMoment;
    cancelled_by: string | null;
  };
  stock: { article: string; on_hand: number; loaded: number; entries: number };
  stock_movements: {
    id: Generated<string>;
    article: string;
    kind: "opening" | "received" | "counted" | "sold" | "returned" | "corrected";
    pieces: number;
    order_number: string | null;
    event_id: string | null;
    actor: string;
    reason: string | null;
    at: Moment;
    recorded_at: Created;
  };
  stock_holds: { checkout_id: string; article: string; until: Moment };
  numbers: {
    msisdn: string;
    state: Generated<"free" | "ordered" | "withdrawn">;
    available_from: Moment;
    order_number: string | null;
    shuffle: Generated<number>;
  };
  number_holds: {
    checkout_id: string;
    msisdn: string;
    until: Moment;
    /** A keyed hash of the network address; null for a hold of the version before. */
    holder: string | null;
    /** Since when the checkout holds numbers without a break. */
    since: NullableMoment;
  };
  number_movements: {
    id: Generated<string>;
    msisdn: string;
    kind: "loaded" | "ordered" | "returned" | "quarantined" | "withdrawn";
    order_number: string | null;
    actor: string;
    reason: string | null;
    at: Moment;
  };
  number_requests: {
    id: string;
    quantity: number;
    asked_at: Moment;
    answered_at: NullableMoment;
    received: number | null;
  };
  address_streets: {
    id: Generated<number>;
    street: string;
    zipcode: string;
    city: string;
    houses: string[];
    search: string;
  };
  address_loads: { checksum: string; houses: number; loaded_at: Created };
};
