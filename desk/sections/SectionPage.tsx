import { useState } from "react";
import { useParams, useSearchParams } from "wouter";
import type { Section, SectionAct, SectionRow } from "#contract/desk/section-answers.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useAnswer, usePages } from "#desk/api/queries.ts";
import { PagesFailed } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { ActDialog } from "./ActDialog.tsx";
import { Requests } from "./Requests.tsx";
import { Rows } from "./Rows.tsx";
import { SearchForm } from "./SearchForm.tsx";
import styles from "./SectionPage.module.css";

/** The page of an extension, which describes its table and acts. The search is stored in the URL. */
export default function SectionPage() {
  const { section } = useParams<{ section: string }>();
  // Its own state for each page, because one page can lead to another.
  return <Loading key={section} name={section} />;
}

function Loading({ name }: { readonly name: string }) {
  const frame = useTexts("frame");
  const [search] = useSearchParams();
  const text = search.get("text") ?? "";
  const pages = usePages("section", { params: { section: name }, query: { text } });
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = pages;
  const [first] = data?.pages ?? [];
  // The navigation already knows what the page is called.
  const known = useAnswer("sections", {}, { enabled: false }).data?.sections.find((each) => each.name === name);
  const title = first?.title ?? known?.title ?? "";
  useTitle(title === "" ? frame("loading") : title);
  const heading = title !== "" && <h1 className={styles.title}>{title}</h1>;
  if (!data || !first)
    return (
      <>
        {heading}
        {error ? <PagesFailed pages={pages} at="top" /> : <Waiting label={frame("loading")} />}
      </>
    );
  return (
    <>
      {heading}
      <PagesFailed pages={pages} at="top" />
      <Shown name={name} section={first} text={text} rows={data.pages.flatMap(({ rows }) => rows)} />
      <PagesFailed pages={pages} at="end" />
      {hasNextPage && (
        <Button className={styles.more} aria-busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {frame(isFetchingNextPage ? "loadingMore" : "more")}
        </Button>
      )}
    </>
  );
}

type ShownProps = {
  readonly name: string;
  readonly section: Section;
  readonly text: string;
  readonly rows: readonly SectionRow[];
};
type Chosen = { readonly act: SectionAct; readonly row: SectionRow | null };

function Shown({ name, section, text, rows }: ShownProps) {
  const [, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { about, columns, acts, requests } = section;
  const choose = (act: SectionAct, row: SectionRow | null) => {
    setDone(null);
    setChosen({ act, row });
  };
  return (
    <>
      <p className={styles.about}>{about}</p>
      {done !== null && <Alert tone="good">{done}</Alert>}
      {requests.length > 0 && <Requests name={name} requests={requests} />}
      <div className={styles.head}>
        <SearchForm key={text} text={text} onSearch={(next) => setSearch(next === "" ? {} : { text: next })} />
        <div className={styles.buttons}>
          {acts
            .filter(({ of }) => of === "page")
            .map((act) => (
              <Button key={act.name} {...(act.danger && { tone: "danger" })} onClick={() => choose(act, null)}>
                {act.title}
              </Button>
            ))}
        </div>
      </div>
      <Rows name={name} section={section} text={text} rows={rows} onAct={choose} />
      {chosen && (
        <ActDialog
          name={name}
          act={chosen.act}
          row={chosen.row}
          columns={columns}
          onDone={(message) => {
            setDone(message);
            setChosen(null);
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
