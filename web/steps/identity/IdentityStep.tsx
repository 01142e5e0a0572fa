import { useState } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { DOCUMENT_TYPES, type DocumentType } from "#core/document/documents.ts";
import { prepare } from "#web/api/prepare.ts";
import { CallUs } from "#web/checkout/dialogs/CallUs.tsx";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { pageStep } from "#web/session/checkout-session.ts";
import { IdentityForm } from "./IdentityForm.tsx";

/**
 * Step 5: identity document, bill delivery, terms, and the button that orders or leads to the payment. A business
 * customer whose record lacks data for an order is asked to call (decisions 4).
 */
export default function IdentityStep() {
  const t = useTranslations();
  const entered = usePrepare("5");
  const [renewed, setRenewed] = useState<PrepareAnswers["5"] | null>(null);
  const prepared = renewed ?? entered;
  if (!prepared) return null;
  const renew = async () => {
    const result = await prepare("5", pageStep() ?? "5");
    if (result.ok) setRenewed(result.value);
    return result.ok;
  };
  return (
    <>
      <IdentityForm {...prepared} documents={documentsIn(prepared)} renew={renew} />
      {!prepared.recordComplete && (
        <CallUs title={t("customer.recordGaps.title")} message={t("fields.refused.businessRecord")} />
      )}
    </>
  );
}

/**
 * Returns the document types that a response offers. During a rolling upgrade, the response may come from a process of
 * the previous release and lack them. Then every type is offered, and the server decides.
 */
function documentsIn({
  documents,
  tv,
}: Omit<PrepareAnswers["5"], "documents"> & { readonly documents?: Documents }): Documents {
  const every = Object.keys(DOCUMENT_TYPES) as DocumentType[];
  return documents ?? { offered: { swiss: every, neighbours: every, eu: every, others: every }, copyNeeded: !tv };
}
type Documents = PrepareAnswers["5"]["documents"];
