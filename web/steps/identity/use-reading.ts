import { useCallback, useEffect, useRef, useState } from "react";
import type { Form } from "#web/forms/form.ts";
import type { AnswerOf } from "#contract/shop/calls.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import type { DocumentRules } from "#core/document/documents.ts";
import { call } from "#web/api/call.ts";
import { followCitizenship } from "./use-citizenships.ts";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";

export type DocumentReading = NonNullable<AnswerOf<"documentReading">["reading"]>;

/** The state of reading the picture. `unread`: no machine-readable zone was found, or reading is unavailable. */
type Reading =
  | { readonly state: "none" | "busy" | "unread" }
  | { readonly state: "read"; readonly reading: DocumentReading };

/**
 * The fields that a reading can fill. The citizenship comes first, because it determines which document types are
 * offered.
 */
const FIELDS = ["citizenship", "identifiedBy", "idNo", "validUntil"] as const;
export type ReadField = (typeof FIELDS)[number];

/** A field whose typed value differs from the document. */
export type Contradiction = { readonly field: ReadField; readonly read: string; readonly typed: string };

export type ReadingControl = {
  readonly reading: Reading;
  /** The values come from an e-ID instead of a picture. */
  readonly isOfEid: boolean;
  /** Adopts the values of an e-ID as if a picture had been read. */
  readonly take: (read: DocumentReading) => void;
  /** Asks the server to read the picture that this secret belongs to. Without a secret, nothing is read. */
  readonly start: (secret: string | undefined) => void;
  /** The document does not state its exact type. For example, the zone of a permit lacks its category. */
  readonly typeIsOpen: boolean;
  /** Whether a field still contains the value that was read. */
  readonly isRead: (field: ReadField, value: string) => boolean;
  readonly contradictions: (form: CustomerForm) => readonly Contradiction[];
  /** Fills in the values of the document. */
  readonly takeOver: () => void;
};

/** The source of the values: a picture, which the server reads for anyone who has its secret, or an e-ID. */
type Source = { readonly secret: string } | { readonly eid: DocumentReading };

/**
 * For each checkout, the secret of the last picture, for when the shopper returns from another step. In memory only.
 */
const secrets = new WeakMap<object, string>();

/** Asks the server to read the picture, and fills form fields that are empty or were filled from an earlier picture. */
export function useReading(form: Form, documents: DocumentRules): ReadingControl {
  const store = useCheckoutStore();
  const [source, setSource] = useState<Source | null>(() => sourceOf(secrets.get(store)));
  const [answer, setAnswer] = useState<Answer | null>(null);
  /** The values read from the last picture. */
  const filled = useRef<DocumentReading["fields"]>({});
  const secret = source && "secret" in source ? source.secret : null;
  const reading = readingOf(source, answer);
  const fields = reading.state === "read" ? reading.reading.fields : {};

  const fillIn = useCallback(
    (read: DocumentReading | null) => {
      const { citizenship } = form.values();
      for (const field of FIELDS)
        if (isFree(form, field, filled.current))
          fill(form, field, read?.fields[field] ?? emptied(field, filled.current));
      followCitizenship(form, documents, citizenship, read?.fields.identifiedBy);
      filled.current = read?.fields ?? {};
    },
    [form, documents],
  );

  useEffect(() => {
    if (secret === null) return;
    let active = true;
    void call("documentReading", { body: { reading: secret } }).then((result) => {
      if (!active) return;
      const read = result.ok ? result.value.reading : null;
      fillIn(read);
      setAnswer({ to: secret, read });
    });
    return () => {
      active = false;
    };
  }, [secret, fillIn]);

  return {
    reading,
    isOfEid: source !== null && "eid" in source,
    typeIsOpen:
      reading.state === "read" &&
      reading.reading.offered &&
      fields.citizenship !== undefined &&
      fields.identifiedBy === undefined,
    take: useCallback(
      (read) => {
        fillIn(read);
        setSource({ eid: read });
      },
      [fillIn],
    ),
    start(next) {
      if (next === undefined) secrets.delete(store);
      else secrets.set(store, next);
      setSource(sourceOf(next));
    },
    isRead: (field, value) => fields[field] !== undefined && fields[field] === value,
    contradictions: (typed) =>
      FIELDS.flatMap((field) => {
        const read = fields[field];
        return read !== undefined && typed[field] !== "" && typed[field] !== read
          ? [{ field, read, typed: typed[field] }]
          : [];
      }),
    takeOver() {
      const { citizenship } = form.values();
      for (const field of FIELDS) fill(form, field, fields[field]);
      followCitizenship(form, documents, citizenship, fields.identifiedBy);
    },
  };
}

/** The server's reading of the picture with this secret. */
type Answer = { readonly to: string; readonly read: DocumentReading | null };

const sourceOf = (secret: string | undefined): Source | null => (secret === undefined ? null : { secret });

function readingOf(source: Source | null, answer: Answer | null): Reading {
  if (!source) return { state: "none" };
  if ("eid" in source) return { state: "read", reading: source.eid };
  if (answer?.to !== source.secret) return { state: "busy" };
  return answer.read ? { state: "read", reading: answer.read } : { state: "unread" };
}

/**
 * Whether a new reading may fill the field: it is empty, or was filled from an earlier picture. A selection counts as
 * empty until a document number is typed.
 */
function isFree(form: Form, field: ReadField, earlier: DocumentReading["fields"]): boolean {
  const value = form.values()[field];
  if (value === "" || value === earlier[field]) return true;
  const isChoice = field === "citizenship" || field === "identifiedBy";
  return isChoice && !form.isEdited(field) && form.values().idNo === "";
}

/**
 * Returns the empty value for a field that was filled from an earlier picture and is missing in the new one; undefined
 * for a selection, which cannot be empty.
 */
function emptied(field: ReadField, earlier: DocumentReading["fields"]): string | undefined {
  return earlier[field] !== undefined && (field === "idNo" || field === "validUntil") ? "" : undefined;
}

function fill(form: Form, field: ReadField, value: string | undefined): void {
  if (value === undefined || value === form.values()[field]) return;
  form.set({ [field]: value }, value === "" ? "never" : "now");
}
