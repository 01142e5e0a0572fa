import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { formatDay } from "#core/time/dates.ts";
import { DOCUMENT_TYPES, offeredDocuments, type DocumentRules, type DocumentType } from "#core/document/documents.ts";
import { FieldGrid, Section } from "#web/checkout/frame/StepForm.tsx";
import { BoundField } from "#web/forms/BoundField.tsx";
import { DateField } from "#web/forms/DateField.tsx";
import { useFormState } from "#web/forms/form.ts";
import { today } from "#web/forms/today.ts";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { editedPage } from "#web/checkout/state/navigation.ts";
import { followCitizenship, useCitizenshipGroups } from "./use-citizenships.ts";
import type { ReadField, ReadingControl } from "./use-reading.ts";
import { SelectField } from "#web/kit/SelectField.tsx";

/** The fields of the identity document. The citizenship determines which document types are offered (decisions 5). */
export function DocumentSection({
  state,
  documents,
  reading: { isRead, typeIsOpen, isOfEid },
}: {
  readonly state: CustomerFormState;
  readonly reading: ReadingControl;
  readonly documents: DocumentRules;
}) {
  const t = useTranslations("customer.identity");
  const label = useTranslations("customer.fields");
  const type = useTranslations("customer.documents");
  const countries = useCitizenshipGroups();
  const { form } = state;
  const { citizenship, identifiedBy, idNo, validUntil } = useFormState(form).values;
  const mark = useTranslations("identity.reading");
  const ofEid = useTranslations("identity.eid")("mark");
  /** Returns a hint if the field's value was read from the picture or the e-ID. */
  const readHint = (field: ReadField, value: string) =>
    isRead(field, value) ? (isOfEid ? ofEid : mark("mark")) : undefined;
  const offered = offeredDocuments(citizenship, documents);
  // A document type that was chosen for another contract may not be offered for this one.
  useEffect(() => {
    const { citizenship: same } = form.values();
    followCitizenship(form, documents, same);
  }, [form, documents]);
  // The page was reloaded while the shopper was editing another step, so the document's data is lost.
  const [lost] = useState(() => editedPage() !== null && form.values().idNo === "");
  return (
    <Section title={t("details")} hint={t("detailsHint")}>
      {lost && <Alert tone="info">{t("detailsAgain")}</Alert>}
      <FieldGrid>
        <SelectField
          name="citizenship"
          value={citizenship}
          onChange={({ currentTarget }) => {
            form.edit("citizenship", currentTarget.value);
            followCitizenship(form, documents, citizenship);
          }}
          onBlur={() => form.leave("citizenship")}
          label={label("citizenship")}
          hint={readHint("citizenship", citizenship)}
          groups={countries}
          error={state.errorOf("citizenship")}
          autoComplete="country"
        />
        {offered.length > 0 && (
          <SelectField
            name="identifiedBy"
            label={label("identifiedBy")}
            hint={typeIsOpen ? mark("chooseType") : readHint("identifiedBy", identifiedBy)}
            groups={[offered.map((value: DocumentType) => ({ value, label: type(DOCUMENT_TYPES[value]) }))]}
            error={state.errorOf("identifiedBy")}
            value={identifiedBy}
            onChange={({ currentTarget }) => {
              form.edit("identifiedBy", currentTarget.value);
              form.check("identifiedBy");
            }}
          />
        )}
        <BoundField
          state={state}
          name="idNo"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          hint={readHint("idNo", idNo) ?? t("idNoHint")}
        />
        <BoundField state={state} name="issuer" autoComplete="off" maxLength={100} hint={t("issuerHint")} />
        <DateField
          state={state}
          name="issueDate"
          min="1950-01-01"
          max={formatDay(today())}
          // The machine-readable zone contains no issue date. A hint is still needed, to align this field with the one
          // next to it.
          hint={readHint("validUntil", validUntil) && (isOfEid ? ofEid : mark("type"))}
        />
        <DateField
          state={state}
          name="validUntil"
          min={formatDay(today())}
          max="2099-12-31"
          hint={readHint("validUntil", validUntil)}
        />
      </FieldGrid>
    </Section>
  );
}
