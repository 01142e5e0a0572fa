import { CancelButton } from "#desk/app/DeskDialog.tsx";
import { useState } from "react";
import type { DeskOrder, FoundAddress } from "#contract/desk/order-answers.ts";
import type { AddressFields } from "#core/form/fields.ts";
import { fromWire, toWire, wireName } from "#core/form/spelling.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Combobox } from "#web/kit/Combobox.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import type { Failure } from "#desk/api/call.ts";
import { useAnswer } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { TypingDialog } from "#desk/app/TypingDialog.tsx";
import { useDebounced } from "#desk/app/search-key.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Form } from "#desk/kit/Form.tsx";
import type { ActDetails } from "./use-act.ts";
import styles from "./AddressDialog.module.css";

type Props = {
  readonly order: DeskOrder;
  readonly busy: boolean;
  /** Why the last address was refused; null if it was not. */
  readonly refusal: Failure<"act"> | null;
  readonly onSave: (details: Pick<ActDetails, "address" | "townConfirmed">) => Promise<void>;
  readonly onClose: () => void;
};

/** Delay after a keystroke before the register is searched, in ms. */
const SEARCH_DELAY_MS = 200;
const FIELDS = ["careOf", "address", "number", "poBox", "postalCode", "city"] as const;

/** A dialog to correct an order's postal address, which can be chosen from the register or typed. */
export function AddressDialog({ order, busy, refusal, onSave, onClose }: Props) {
  const t = useTexts("orders");
  const frame = useTexts("frame");
  const textOf = useFailureText();
  const [address, setAddress] = useState<AddressFields>(fromWire(order.person.address));
  const [sent, setSent] = useState<AddressFields | null>(null);
  const [text, setText] = useState("");
  const asked = useDebounced(text.trim(), SEARCH_DELAY_MS);
  const { data, isFetching } = useAnswer(
    "addresses",
    { query: { text: asked } },
    { enabled: asked.length > 1, placeholderData: (before) => before, staleTime: 60_000 },
  );
  const found = asked.length > 1 ? (data?.found ?? []) : [];
  const isAsSent = (field: keyof AddressFields) => address[field] === sent?.[field];
  /** Sending a doubtful town again with the same postal code confirms it. */
  const townConfirmed = refusal?.name === "townDoubtful" && isAsSent("postalCode") && isAsSent("city");
  const mistakeOf = (field: keyof AddressFields) => (isAsSent(field) ? refusal?.fields?.[wireName(field)] : undefined);
  const hasPoBox = order.person.takesPoBox || order.person.address.po_box !== undefined;
  const save = async () => {
    if (busy) return;
    setSent(address);
    await onSave({ address: toWire(address), townConfirmed });
  };
  return (
    <TypingDialog title={t("address.title", { number: order.number })} onClose={onClose}>
      <Form className={styles.form} onSubmit={save}>
        <p>{t("address.text")}</p>
        <Combobox<FoundAddress & { readonly key: string }>
          name="address-search"
          label={t("address.search")}
          value={text}
          items={found.map((each) => ({ ...each, key: each.text }))}
          loading={isFetching}
          loadingText={frame("loadingMore")}
          countText={t("address.found", { count: found.length })}
          empty={!isFetching && asked.length > 1 && data !== undefined && found.length === 0}
          onType={setText}
          onPick={({ key: _key, text: _text, ...chosen }) => {
            setAddress({ ...address, ...fromWire(chosen) });
            setText("");
          }}
        />
        <div className={styles.fields}>
          {FIELDS.filter((field) => field !== "poBox" || hasPoBox).map((field) => (
            <TextField
              key={field}
              name={`address-${field}`}
              label={t(`address.fields.${field}`)}
              autoComplete="off"
              maxLength={field === "number" || field === "postalCode" ? 50 : 200}
              error={mistakeOf(field)}
              value={address[field] ?? ""}
              onChange={(event) => setAddress({ ...address, [field]: event.target.value })}
            />
          ))}
        </div>
        {refusal && !refusal.fields && <Alert tone="warn">{textOf(refusal)}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" tone="main" aria-busy={busy}>
            {t("acts.names.correctAddress")}
          </Button>
          <CancelButton onClose={onClose} />
        </div>
      </Form>
    </TypingDialog>
  );
}
