import { useEffect, useRef, useState, type FormEvent, type SyntheticEvent } from "react";
import type { Page } from "#contract/page.ts";
import { call } from "#web/api/call.ts";
import { usePath } from "#web/app/location.ts";
import { usePage } from "#web/app/page-context.tsx";
import { useFailureText, useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { useCheckout, useCheckoutStore } from "#web/checkout/state/store.tsx";
import { Button, TextButton } from "#web/kit/Button.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { checkoutPath } from "#web/site/paths.ts";
import type { Item } from "./lines.ts";
import styles from "./SummaryFields.module.css";

type FieldOnPage = NonNullable<Page["summaryFields"]>[number];

/**
 * The fields of extensions below the order's lines, such as one for a voucher code. Each is folded until it is used.
 * The payment page has none, because its payment has a fixed price.
 */
export default function SummaryFields() {
  const { summaryFields = [] } = usePage();
  if (usePath() === checkoutPath("6")) return null;
  return summaryFields.map((field) => <ExtensionField key={field.extension} {...field} />);
}

function ExtensionField({ extension, maxLength, open, label, send, remove }: FieldOnPage) {
  const { answer } = useCheckout();
  const [text, setText] = useState("");
  const { error, clear, busy, enter } = useEnter(extension);
  const folded = useRef<HTMLDetailsElement>(null);
  const taken = useRef<HTMLButtonElement>(null);
  const reductions = (answer?.items ?? []).flatMap((entry) => Object.values(entry) as Item[]);
  const reduction = reductions.find(({ reducedBy }) => reducedBy === extension);
  const name = reduction?.name;
  const before = useRef(name);
  // What had the focus is replaced, unless another tab has changed the purchase.
  useEffect(() => {
    if (before.current !== name && document.activeElement === document.body)
      (taken.current ?? folded.current?.querySelector("summary"))?.focus();
    before.current = name;
  }, [name]);

  const submitText = async (entered: string) => {
    const done = await enter(entered);
    if (done) setText("");
  };
  if (name !== undefined) {
    return (
      <div className={styles.taken}>
        <TextButton ref={taken} aria-label={`${remove}: ${name}`} aria-busy={busy} onClick={() => void submitText("")}>
          {remove}
        </TextButton>
        {error && <p role="alert">{error}</p>}
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void submitText(text);
  };
  return (
    <details ref={folded} className={styles.field} onToggle={showWhole}>
      <summary>{open}</summary>
      <form onSubmit={submit} className={styles.form}>
        <TextField
          name={`summary-${extension}`}
          label={label}
          value={text}
          maxLength={maxLength}
          required
          pattern=".*\S.*"
          error={error ?? undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            clear();
          }}
        />
        <Button type="submit" compact variant="ghost" aria-busy={busy}>
          {send}
        </Button>
      </form>
    </details>
  );
}

/** Scrolls an opened field into view with its button, which on a phone would be behind the bar. */
function showWhole({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
}

/**
 * Returns a function that sends a text to an extension and shows the new price; it resolves to whether that succeeded.
 */
function useEnter(extension: string) {
  const store = useCheckoutStore();
  const failureText = useFailureText();
  const showFailure = useShowFailure();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const enter = async (text: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setError(null);
    // What was chosen a moment ago comes first, because the extension decides about what the server holds.
    await store.settle();
    const entered = await call("summaryField", { body: { extension, text } });
    // By the usual way, so that a change that is being sent at the same time does not hide the new price.
    if (entered.ok) {
      await store.settle();
      await store.reprice();
    } else if (entered.failure.kind === "page") await showFailure(entered.failure);
    else setError(failureText(entered.failure));
    setBusy(false);
    return entered.ok;
  };
  return { error, clear: () => setError(null), busy, enter };
}
