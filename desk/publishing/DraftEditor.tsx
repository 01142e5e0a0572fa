import { useState } from "react";
import { Link } from "wouter";
import { Alert } from "#web/kit/Alert.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { useFailureText } from "#desk/app/names.ts";
import { useHasPermit } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes, useNow } from "#desk/app/time.ts";
import { useTitle } from "#desk/app/title.ts";
import { Button, buttonClass } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { ChangeList } from "./ChangeList.tsx";
import { ContentEditor } from "./ContentEditor.tsx";
import type { Schema } from "./form/schema.ts";
import { firstPlace, useKind, type Place } from "./kind.ts";
import { MistakeList } from "./MistakeList.tsx";
import { SubmitForm } from "./SubmitForm.tsx";
import type { DraftSaver, Saving } from "./draft-saver.ts";
import { useDraft } from "./use-draft.ts";
import styles from "./DraftEditor.module.css";

type Props = {
  readonly saver: DraftSaver;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly onReload: () => void;
};

/** The editor of a draft: its entries in the middle, errors and changes next to them. */
export function DraftEditor({ saver, schemas, onReload }: Props) {
  const t = useTexts("publishing");
  const mayEdit = useHasPermit("editCatalogue");
  const of = useKind();
  const { path } = of;
  const { draft, content, saving, change, canUndo, undo } = useDraft(saver);
  const [place, setPlace] = useState<Place>(() => firstPlace(of));
  useTitle(draft.name);
  const isRight = saving.kind === "saved" && draft.problems.length === 0;
  return (
    <div className={styles.page}>
      <header className={styles.head} data-sticky="">
        <Link href={path} className={styles.back}>
          <Icon name="left" size={16} /> {t("editor.back")}
        </Link>
        <h1 className={styles.title}>{draft.name}</h1>
        <SavingWord saving={saving} />
        <span className={styles.space} />
        {canUndo && <Button onClick={undo}>{t("editor.undo")}</Button>}
        {isRight && (
          <Link href={`${path}/preview/draft-${draft.id}`} className={buttonClass}>
            <Icon name="search" size={17} /> {t("preview.title")}
          </Link>
        )}
      </header>
      <SavingAlert saving={saving} onRetry={() => void saver.settle()} onReload={onReload} />
      <div className={styles.columns}>
        <ContentEditor
          content={content}
          schemas={schemas}
          problems={draft.problems}
          readOnly={!mayEdit}
          place={place}
          onPlace={setPlace}
          onChange={change}
        />
        <aside className={styles.side}>
          {draft.problems.length > 0 && (
            <Panel title={t("editor.mistakesTitle")}>
              <MistakeList problems={draft.problems} content={content} onGo={setPlace} />
            </Panel>
          )}
          <Panel title={t("changes.title")}>
            {draft.changes ? <ChangeList changes={draft.changes} /> : <p>{t("changes.withMistakes")}</p>}
          </Panel>
          {mayEdit && <SubmitForm saver={saver} onReload={onReload} />}
        </aside>
      </div>
    </div>
  );
}

/** The saving state, as a word next to the title. Screen readers announce it. */
function SavingWord({ saving }: { readonly saving: Saving }) {
  const t = useTexts("publishing");
  const word = {
    saved: "editor.saved",
    waiting: "editor.saving",
    saving: "editor.saving",
    failed: "editor.unsaved",
  } as const;
  return (
    <output className={styles.saving} data-failed={saving.kind === "failed" || undefined}>
      {t(word[saving.kind])}
    </output>
  );
}

type AlertProps = { readonly saving: Saving; readonly onRetry: () => void; readonly onReload: () => void };

function SavingAlert({ saving, onRetry, onReload }: AlertProps) {
  const t = useTexts("publishing");
  const frame = useTexts("frame");
  const textOf = useFailureText();
  const times = useTimes();
  const now = useNow();
  if (saving.kind !== "failed") return null;
  const { by, name } = saving.failure;
  if (name === "changed" && by)
    return (
      <Alert tone="warn" actions={<Button onClick={onReload}>{t("editor.reload")}</Button>}>
        {t("editor.changedBy", { by: by.actor, time: times.short(by.at, now) })}
      </Alert>
    );
  return (
    <Alert tone="warn" actions={<Button onClick={onRetry}>{frame("retry")}</Button>}>
      {t("editor.saveFailed", { why: textOf(saving.failure) })}
    </Alert>
  );
}
