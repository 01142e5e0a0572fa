import { useState } from "react";
import { Link, useParams } from "wouter";
import { Icon } from "#web/kit/Icon.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import { Failed, Loaded } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { buttonClass } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { ChangeList } from "./ChangeList.tsx";
import { firstPlace, useKind, type Place } from "./kind.ts";
import { ContentEditor } from "./ContentEditor.tsx";
import type { Schema } from "./form/schema.ts";
import styles from "./DraftEditor.module.css";

/** A read-only version, with its differences from the live one. */
export default function VersionPage() {
  const t = useTexts("publishing");
  const frame = useTexts("frame");
  const of = useKind();
  const { kind, path } = of;
  const { version } = useParams<{ version: string }>();
  const schemas = useAnswer("publishedSchemas", { params: { kind } }, { staleTime: Infinity });
  const shown = useAnswer("publishedVersion", { params: { kind, version } }, { staleTime: Infinity });
  const changes = useAnswer("publishedChanges", { params: { kind, version } });
  const [place, setPlace] = useState<Place>(() => firstPlace(of));
  useTitle(t("onSale.version", { version }));
  const error = shown.error ?? schemas.error;
  if (error) return <Failed failure={error.failure} onRetry={() => void shown.refetch()} />;
  if (!shown.data || !schemas.data) return <Waiting label={frame("loading")} />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link href={path} className={styles.back}>
          <Icon name="left" size={16} /> {t("editor.back")}
        </Link>
        <h1 className={styles.title}>{t("onSale.version", { version })}</h1>
        <span className={styles.space} />
        <Link href={`${path}/preview/version-${version}`} className={buttonClass}>
          <Icon name="search" size={17} /> {t("preview.title")}
        </Link>
      </header>
      <p>{t("editor.readOnly", { version })}</p>
      <div className={styles.columns}>
        <ContentEditor
          content={shown.data.content}
          schemas={schemas.data as Readonly<Record<string, Schema>>}
          problems={[]}
          readOnly
          place={place}
          onPlace={setPlace}
          onChange={() => undefined}
        />
        <aside className={styles.side}>
          <Panel title={t("changes.title")}>
            <Loaded answer={changes}>{(data) => <ChangeList changes={data} />}</Loaded>
          </Panel>
        </aside>
      </div>
    </div>
  );
}
