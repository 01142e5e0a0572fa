import { CancelButton } from "#desk/app/DeskDialog.tsx";
import { useState } from "react";
import type { ArticleStock } from "#contract/desk/publishing-answers.ts";
import { isReason } from "#core/desk/order-actions.ts";
import { isStockChange, MIN_PIECES, MAX_PIECES, type StockChange } from "#core/catalogue/stock.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useChange } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { TypingDialog } from "#desk/app/TypingDialog.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { ReasonField } from "#desk/app/ReasonDialog.tsx";
import { Form } from "#desk/kit/Form.tsx";
import styles from "./StockPage.module.css";

/** A change that a person wants to enter into an article's ledger. */
export type AskedChange = { readonly kind: StockChange["kind"]; readonly article: ArticleStock };
type Props = {
  readonly change: AskedChange;
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
};

const WORDS = {
  received: { title: "receiveTitle", text: "receiveText", pieces: "receivePieces", wrong: "piecesWrong" },
  counted: { title: "countTitle", text: "countText", pieces: "countPieces", wrong: "piecesWrong" },
  corrected: { title: "correctTitle", text: "correctText", pieces: "correctPieces", wrong: "correctionWrong" },
} as const satisfies Record<StockChange["kind"], object>;

/** Parses a typed number of pieces, with any kind of minus sign; null if it is not a number. */
function wholeNumber(typed: string): number | null {
  const plain = typed.trim().replace(/^[−–]/, "-");
  return /^[+-]?\d{1,7}$/.test(plain) ? Number(plain) : null;
}

/** A dialog to record received or counted stock, or a correction. It shows the resulting stock. */
export function StockDialog({ change: { kind, article }, onDone, onClose }: Props) {
  const t = useTexts("stock");
  const catalogue = useTexts("publishing");
  const textOf = useFailureText();
  const { mutateAsync, isPending } = useChange("changeStock", ["stock", "stockLedger"]);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [mistakes, setMistakes] = useState<{ readonly pieces?: string; readonly reason?: string }>({});
  const [error, setError] = useState<string | null>(null);
  /** The stock that the dialog shows. It may be outdated, because others can add or sell pieces in the meantime. */
  const [seen, setSeen] = useState(article.onHand);
  const words = WORDS[kind];
  const name = article.name ?? article.article;
  const whole = wholeNumber(typed);
  const pieces = whole !== null && isStockChange({ kind, pieces: whole }) ? whole : null;
  const start = kind === "counted" ? 0 : seen;
  const after = pieces === null ? null : start + pieces;
  const difference = after === null ? 0 : after - seen;

  const save = async () => {
    if (isPending) return;
    setError(null);
    const found = {
      ...(pieces === null && { pieces: t(words.wrong, { least: MIN_PIECES[kind], most: MAX_PIECES }) }),
      ...(!isReason(reason) && { reason: catalogue("requests.reasonNeeded") }),
    };
    setMistakes(found);
    if (pieces === null || Object.keys(found).length > 0) return;
    const body = kind === "counted" ? { kind, pieces, reason, seen } : { kind, pieces, reason };
    const result = await mutateAsync({ params: { article: article.article }, body });
    if (result.ok) return onDone(t("done", { article: name, count: result.value.article.onHand }));
    const { onHand } = result.failure;
    if (onHand === undefined) return setError(textOf(result.failure));
    setError(t("meanwhile", { before: seen, count: onHand }));
    setSeen(onHand);
  };
  return (
    <TypingDialog title={t(words.title, { article: name })} onClose={onClose}>
      <Form className={styles.form} onSubmit={save}>
        <p>{t(words.text)}</p>
        <TextField
          name="pieces"
          label={t(words.pieces)}
          inputMode={kind === "corrected" ? "text" : "numeric"}
          autoComplete="off"
          chars={8}
          error={mistakes.pieces}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {after !== null && after >= 0 && (
          <output>
            {t("becomes", { count: after, difference: difference > 0 ? `+${difference}` : String(difference) })}
          </output>
        )}
        <ReasonField
          name="stock-reason"
          label={t("reasonLabel")}
          value={reason}
          error={mistakes.reason ?? null}
          onChange={setReason}
        />
        {error && <Alert tone="warn">{error}</Alert>}
        <span className={styles.buttons} style={{ justifyContent: "start" }}>
          <Button type="submit" tone="main" aria-busy={isPending}>
            {t("save")}
          </Button>
          <CancelButton onClose={onClose} />
        </span>
      </Form>
    </TypingDialog>
  );
}
