import { CancelButton, DeskDialog } from "#desk/app/DeskDialog.tsx";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { Published, DraftHead } from "#contract/desk/publishing-answers.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useChange } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useHasPermit } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { TypingDialog } from "#desk/app/TypingDialog.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Button, buttonClass } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Form } from "#desk/kit/Form.tsx";
import { useKind } from "./kind.ts";
import styles from "./PublishedPage.module.css";

/** The open drafts, with controls to start and discard them. */
export function Drafts({ overview: { drafts, onSale } }: { readonly overview: Published }) {
  const t = useTexts("publishing");
  const frame = useTexts("frame");
  const times = useTimes();
  const { path } = useKind();
  const mayEdit = useHasPermit("editCatalogue");
  const [isNew, setNew] = useState(false);
  const [asked, setAsked] = useState<DraftHead | null>(null);
  return (
    <Panel
      title={t("drafts.title")}
      more={
        mayEdit &&
        onSale && (
          <Button tone="main" onClick={() => setNew(true)}>
            {t("drafts.new")}
          </Button>
        )
      }
    >
      {drafts.length === 0 ? (
        <p className={styles.quiet}>{t("drafts.empty")}</p>
      ) : (
        <ul className={styles.rows}>
          {drafts.map((draft) => (
            <li key={draft.id} className={styles.row}>
              <p className={styles.what}>
                <b>{draft.name}</b> {t("drafts.from", { version: draft.baseVersion })},{" "}
                <span className={styles.quiet}>
                  {t("drafts.changed", { by: draft.changedBy, day: times.full(draft.changedAt) })}
                </span>
              </p>
              <Link
                href={`${path}/draft/${draft.id}`}
                className={buttonClass}
                aria-label={frame("named", { what: t(mayEdit ? "drafts.open" : "onSale.show"), name: draft.name })}
              >
                {t(mayEdit ? "drafts.open" : "onSale.show")}
              </Link>
              {mayEdit && (
                <Button
                  aria-label={frame("named", { what: t("drafts.discard"), name: draft.name })}
                  onClick={() => setAsked(draft)}
                >
                  {t("drafts.discard")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isNew && onSale && <NewDraft version={onSale.version} onClose={() => setNew(false)} />}
      {asked && <Discard draft={asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function NewDraft({ version, onClose }: { readonly version: number; readonly onClose: () => void }) {
  const t = useTexts("publishing");
  const { kind, path } = useKind();
  const textOf = useFailureText();
  const [, navigate] = useLocation();
  const { mutateAsync, isPending } = useChange("newDraft", ["published"]);
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const begin = async () => {
    if (isPending) return;
    if (name.trim() === "") return setError(t("drafts.nameMissing"));
    const result = await mutateAsync({ params: { kind }, body: { version, name: name.trim() } });
    if (result.ok) navigate(`${path}/draft/${result.value.id}`);
    else setError(textOf(result.failure));
  };
  return (
    <TypingDialog title={t("drafts.new")} onClose={onClose}>
      <Form onSubmit={begin}>
        <TextField
          name="draft-name"
          label={t("drafts.name")}
          hint={t("drafts.nameHint")}
          maxLength={100}
          autoComplete="off"
          error={error}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={styles.buttons}>
          <Button type="submit" tone="main" aria-busy={isPending}>
            {t("drafts.begin")}
          </Button>
          <CancelButton onClose={onClose} />
        </div>
      </Form>
    </TypingDialog>
  );
}

function Discard({ draft, onClose }: { readonly draft: DraftHead; readonly onClose: () => void }) {
  const t = useTexts("publishing");
  const { kind } = useKind();
  const textOf = useFailureText();
  const { mutateAsync, isPending } = useChange("discardDraft", ["published"]);
  const [error, setError] = useState<string | null>(null);
  const discard = async () => {
    if (isPending) return;
    const result = await mutateAsync({ params: { kind, id: draft.id }, body: { revision: draft.revision } });
    if (result.ok) onClose();
    else setError(textOf(result.failure));
  };
  return (
    <DeskDialog
      tone="warn"
      title={t("drafts.discardTitle", { name: draft.name })}
      onClose={onClose}
      actions={
        <>
          <Button tone="danger" aria-busy={isPending} onClick={() => discard()}>
            {t("drafts.discard")}
          </Button>
          <CancelButton onClose={onClose} />
        </>
      }
    >
      <p>{t("drafts.discardText")}</p>
      {error && <Alert tone="warn">{error}</Alert>}
    </DeskDialog>
  );
}
