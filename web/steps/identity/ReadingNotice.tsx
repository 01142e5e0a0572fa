import { useState } from "react";
import { useTranslations } from "use-intl";
import { DOCUMENT_TYPES, type DocumentType } from "#core/document/documents.ts";
import { printDay } from "#core/time/typed-day.ts";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { fromWire, insideName } from "#core/form/spelling.ts";
import { useFormState } from "#web/forms/form.ts";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, TextButton } from "#web/kit/Button.tsx";
import styles from "./ReadingNotice.module.css";
import { useCitizenshipName } from "./use-citizenships.ts";
import type { Contradiction, DocumentReading, ReadingControl } from "./use-reading.ts";

/** The state of reading the picture, and the decisions that the shopper still has to make. */
export function ReadingNotice({
  control,
  state,
  offered,
  pictured,
  fixed,
}: {
  readonly control: ReadingControl;
  readonly state: CustomerFormState;
  /** The server can read the next picture that is chosen. */
  readonly offered: boolean;
  /** The picture on the page is the one that was read. */
  readonly pictured: boolean;
  /** The personal details come from the operator's record, which the shopper cannot change. */
  readonly fixed: boolean;
}) {
  const t = useTranslations("identity.reading");
  const reading = pictured || control.isOfEid ? control.reading : NO_READING;
  const typed = control.contradictions(useFormState(state.form).values);
  const stateText = () => {
    if (control.isOfEid) return null;
    return reading.state === "none" ? offered && t("tip") : t(TEXT_KEYS[reading.state]);
  };
  return (
    <div className={styles.notice}>
      <output aria-live="polite" className={styles.state}>
        {stateText()}
      </output>
      {reading.state === "read" && (
        <>
          {!reading.reading.offered && <Alert tone="warn">{t("notOffered")}</Alert>}
          <OtherPerson key={JSON.stringify(reading.reading)} reading={reading.reading} state={state} fixed={fixed} />
          {typed.length > 0 && <OtherFields typed={typed} takeOver={control.takeOver} />}
        </>
      )}
    </div>
  );
}

const NO_READING = { state: "none" } as const;
const TEXT_KEYS = { busy: "busy", unread: "none", read: "done" } as const;

/** Shown if the document names a different person than step 4. The shopper decides; nothing is overwritten. */
function OtherPerson({
  reading,
  state,
  fixed,
}: {
  readonly reading: DocumentReading;
  readonly state: CustomerFormState;
  readonly fixed: boolean;
}) {
  const t = useTranslations("identity.reading");
  const label = useTranslations("customer.fields");
  const { edit } = useNavigation();
  const [dismissed, setDismissed] = useState(false);
  if (dismissed || reading.differs.length === 0) return null;
  const person = fromWire(reading.person);
  const differs = reading.differs.map((field) => insideName(field));
  const { firstName, lastName, day, month, year } = state.form.values();
  const typed = {
    firstName,
    lastName,
    birthday: printDay(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`),
  };
  const locked = fixed || differs.every((field) => state.locked.has(field === "birthday" ? "year" : field));
  return (
    <Alert
      tone="warn"
      title={t("differs")}
      actions={
        <>
          {!locked && (
            <Button compact variant="ghost" onClick={() => edit("4", "5", "person")}>
              {t("change")}
            </Button>
          )}
          <TextButton onClick={() => setDismissed(true)}>{t("keep")}</TextButton>
        </>
      }
    >
      {differs.map((field) => (
        <p key={field}>
          {t("says", {
            field: label(field),
            read: field === "birthday" ? printDay(person.birthday ?? "") : (person[field] ?? ""),
            typed: typed[field],
          })}
        </p>
      ))}
      {locked && <p>{t("locked")}</p>}
    </Alert>
  );
}

/** Lists fields whose typed values differ from the document. */
function OtherFields({ typed, takeOver }: { readonly typed: readonly Contradiction[]; readonly takeOver: () => void }) {
  const t = useTranslations("identity.reading");
  const label = useTranslations("customer.fields");
  const inWords = useDisplayValue();
  return (
    <Alert
      tone="info"
      actions={
        <Button compact variant="ghost" onClick={takeOver}>
          {t("use")}
        </Button>
      }
    >
      {typed.map(({ field, read, typed: value }) => (
        <p key={field}>
          {t("says", { field: label(field), read: inWords(field, read), typed: inWords(field, value) })}
        </p>
      ))}
    </Alert>
  );
}

/** Returns a function that formats a field's value as the form shows it. */
function useDisplayValue(): (field: Contradiction["field"], value: string) => string {
  const type = useTranslations("customer.documents");
  const citizenship = useCitizenshipName();
  return (field, value) => {
    switch (field) {
      case "citizenship":
        return citizenship(value);
      case "identifiedBy":
        return value in DOCUMENT_TYPES ? type(DOCUMENT_TYPES[value as DocumentType]) : value;
      case "validUntil":
        return printDay(value);
      case "idNo":
        return value;
    }
  };
}
