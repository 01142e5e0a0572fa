/** The properties of a field. */
export type Row = {
  /** `digits`: text that clients may also send as a number. */
  readonly kind: "text" | "digits" | "flag";
  /** Identity data, which an order stores for a limited time only (`RETENTION_DOCUMENTS_DAYS`). */
  readonly identity?: true;
  /**
   * Forms stored by an earlier version of Kasse may lack this field. `named`: it is always stored and compared.
   * `leftOut`: an empty field is neither stored nor compared, so that earlier hashes stay valid. `unseen`: an empty
   * field is not stored, and the field is never compared, because a process of version 1.0.0 beside this one does not
   * see it and would not find the payment of the checkout; use this for every new field.
   */
  readonly later?: "named" | "leftOut" | "unseen";
  /**
   * On the wire and in stored JSON, the name is in snake case for compatibility, such as `first_name`. A new field has
   * the same name everywhere.
   */
  readonly snake?: true;
  /** Maximum length in characters; absent if unlimited. */
  readonly longest?: number;
};

const TEXT = { kind: "text" } as const;
const WORDS = { kind: "text", longest: 100 } as const;
const NAME = { ...WORDS, snake: true } as const;
const DIGITS = { kind: "digits" } as const;
const FLAG = { kind: "flag" } as const;
const IDENTITY = { kind: "text", identity: true } as const;

/**
 * Every field of the customer form in steps 4, 4a and 5 (specification 3), grouped into parts. All other lists of
 * fields are derived from this table (ADR 60).
 */
export const FORM_PARTS = {
  number: {
    simType: DIGITS,
    mnp: FLAG,
    mnpMsisdn: TEXT,
    mnpSubscriptionType: TEXT,
    puk: { kind: "digits", identity: true },
    /** The requested transfer day, as `YYYY-MM-DD`; empty for as soon as possible. */
    mnpDate: { kind: "text", later: "named" },
    /**
     * The holder has ticked the authorisation of the number transfer. Clients that do not show it do not send this
     * field.
     */
    mnpAuthority: { kind: "flag", later: "named" },
    /** The shopper agrees that the present provider is asked whether they hold the number. */
    mnpMatch: { kind: "flag", later: "unseen" },
    /** A new number that the shopper has chosen, as an MSISDN; empty if the operator assigns one. */
    newMsisdn: { kind: "text", later: "named" },
  },
  name: { salutation: TEXT, firstName: NAME, lastName: NAME },
  birthday: { day: DIGITS, month: DIGITS, year: DIGITS },
  email: { email: TEXT },
  phone: { mobilePhone: TEXT },
  address: {
    address: WORDS,
    number: { kind: "digits", longest: 12 },
    postalCode: { kind: "digits", snake: true },
    city: WORDS,
  },
  delivery: {
    /** The name on another person's letter box, without "c/o"; empty if customers have their own letter box. */
    careOf: { ...NAME, later: "leftOut" },
    /** A P.O. box in addition to the street, as printed, such as `Postfach 12`; empty for most people. */
    poBox: { kind: "digits", snake: true, later: "leftOut" },
  },
  register: { addressId: { kind: "text", snake: true } },
  agreement: { typeOfBill: TEXT, terms: FLAG },
  document: {
    identifiedBy: { kind: "digits", identity: true },
    citizenship: TEXT,
    idNo: IDENTITY,
    issuer: { ...WORDS, identity: true },
    issueDate: IDENTITY,
    validUntil: IDENTITY,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Row>>>>;

type Parts = typeof FORM_PARTS;
type Part = keyof Parts;
/** The fields of the given parts. */
export type FieldOf<Which extends Part> = Which extends Part ? keyof Parts[Which] : never;
type Name = FieldOf<Part>;
type Rows = { [Field in Name]: { [Each in Part]: Field extends keyof Parts[Each] ? Parts[Each][Field] : never }[Part] };
/** The fields whose rows have these properties. */
type Having<Columns> = { [Field in Name]: Rows[Field] extends Columns ? Field : never }[Name];
export type FlagField = Having<{ kind: "flag" }>;
export type IdentityField = Having<{ identity: true }>;
export type SnakeField = Having<{ snake: true }>;
type LaterField = Having<{ later: string }>;
export type LimitedField = Having<{ longest: number }>;

/** The form as typed: fields are unchecked text. */
export type CustomerForm = { -readonly [Field in Name]: Field extends FlagField ? boolean : string };
/** The customer as stored with an order. The identity data is absent once it has been purged. */
export type OrderCustomer = Omit<CustomerForm, IdentityField | LaterField> &
  Partial<Pick<CustomerForm, IdentityField | LaterField>>;
export type FormField = Name | "document";
export type NameFields = Pick<CustomerForm, FieldOf<"name">>;
export type AddressFields = Pick<CustomerForm, FieldOf<"address">> & Partial<Pick<CustomerForm, FieldOf<"delivery">>>;

export const FORM_FIELDS = Object.assign({}, ...Object.values(FORM_PARTS)) as Rows;
export const FIELD_NAMES = Object.keys(FORM_FIELDS) as readonly Name[];

/** Builds an object with a value for each field. */
export const eachField = <Field extends Name, Value>(fields: readonly Field[], valueOf: (field: Field) => Value) =>
  Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as Record<Field, Value>;

/** The form with every field empty. */
export const EMPTY_FORM = eachField(FIELD_NAMES, (field) =>
  FORM_FIELDS[field].kind === "flag" ? false : "",
) as CustomerForm;
