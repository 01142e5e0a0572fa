import { useCallback, useEffect, useState } from "react";
import { call } from "#web/api/call.ts";
import { useFormState, type Form } from "#web/forms/form.ts";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import type { DocumentReading } from "../use-reading.ts";
import { rememberedEid, rememberEid, type EidReading } from "./eid-secret.ts";

/** The document fields that an e-ID contains. */
const FIELDS = ["citizenship", "idNo", "validUntil", "issueDate", "issuer"] as const;

/**
 * Fills the form from the verified e-ID and returns whether the form still matches it. Fetches the e-ID again after a
 * change at step 4, because the server compares it with the person.
 */
export function useVerifiedEid(
  form: Form,
  takeReading: (read: DocumentReading) => void,
  offered: boolean,
): { readonly verified: boolean; readonly take: (reading: EidReading, secret: string) => void } {
  const store = useCheckoutStore();
  const [reading, setReading] = useState<EidReading | null>(null);
  const values = useFormState(form).values;
  const take = useCallback(
    (reading: EidReading, secret: string) => {
      rememberEid(store, secret);
      takeReading(reading);
      form.set(Object.fromEntries(FIELDS.map((field) => [field, reading.fields[field]])), "now");
      setReading(reading);
    },
    [store, takeReading, form],
  );
  useEffect(() => {
    const secret = offered ? rememberedEid(store) : undefined;
    if (secret === undefined) return;
    let active = true;
    void call("eidState", { body: { secret } }).then((result) => {
      if (active && result.ok && result.value.state === "verified") take(result.value.reading, secret);
    });
    return () => {
      active = false;
    };
  }, [store, offered, take]);
  // After a field is changed by hand, the document no longer counts as verified by e-ID.
  const isSame = reading !== null && FIELDS.every((field) => reading.fields[field] === values[field]);
  return { verified: isSame && reading.differs.length === 0, take };
}
