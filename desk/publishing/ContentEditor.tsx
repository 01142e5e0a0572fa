import type { Contents, ContentProblem } from "#contract/desk/publishing-answers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { ToggleChips } from "#desk/kit/Chips.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { entryName, useProblemText } from "./names.ts";
import { EntryList } from "./EntryList.tsx";
import { fileText, placeIn, useKind, type Place } from "./kind.ts";
import { FieldEditor } from "./form/FieldEditor.tsx";
import { FormProvider, type Form, moved, valueAt, without, type Path } from "./form/form-context.ts";
import { GroupEditor } from "./form/GroupEditor.tsx";
import { emptyOf, fieldOf, type Schema } from "./form/schema.ts";
import styles from "./ContentEditor.module.css";

type Props = {
  readonly content: Contents;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly problems: readonly ContentProblem[];
  readonly readOnly: boolean;
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  readonly onChange: (file: string, path: Path, value: unknown) => void;
};

/** An editor for a piece of content: its parts, the entries of the chosen part, and the form of the chosen entry. */
export function ContentEditor(props: Props) {
  const { content, schemas, problems, readOnly, place, onPlace, onChange } = props;
  const t = useTexts("publishing");
  const problemText = useProblemText();
  const { file, index } = place;
  const kind = useKind();
  const list = kind.listIn(file);
  const entries = list === null ? null : ((valueAt(content, [file, list]) ?? []) as readonly unknown[]);
  const schema = schemas[file] ?? {};
  const item = list === null ? schema : (schema.properties?.[list]?.items ?? {});
  const path: Path = list === null ? [] : [list, index ?? 0];
  const value = valueAt(content, [file, ...path]);
  const group = fieldOf("", item);
  const problemCountIn = (name: string) => problems.filter((problem) => problem.file === name).length;
  return (
    <div className={styles.editor}>
      <ToggleChips
        label={t("editor.parts")}
        chosen={file}
        options={kind.files.map((key) => {
          const wrong = problemCountIn(key);
          return {
            key,
            label: t(fileText(key)),
            count: wrong > 0 ? t("editor.mistakes", { count: wrong }) : undefined,
          };
        })}
        onChoose={(name) => onPlace(placeIn(kind, name))}
      />
      <div className={styles.columns} data-list={entries !== null || undefined}>
        {entries !== null && list !== null && (
          <EntryList
            entries={entries}
            chosen={index ?? 0}
            wrong={(at) => problems.some(({ file: of, path: where }) => of === file && where[1] === at)}
            readOnly={readOnly}
            onChoose={(at) => onPlace({ file, index: at })}
            onAdd={() => {
              onChange(file, [list], [...entries, emptyOf(item)]);
              onPlace({ file, index: entries.length });
            }}
          />
        )}
        <Panel {...(entries !== null && value !== undefined && { title: entryName(value) || t("editor.unnamed") })}>
          {group.kind === "group" && value !== undefined ? (
            <FormProvider value={formOf(props, problemText)}>
              <GroupEditor key={path.join("/")} fields={group.fields} path={path} value={value} />
            </FormProvider>
          ) : (
            <p>{t("editor.choose")}</p>
          )}
          {entries !== null && list !== null && value !== undefined && !readOnly && (
            <div className={styles.tools}>
              <Button
                disabled={!index}
                onClick={() => {
                  onChange(file, [list], moved(entries, index ?? 0, (index ?? 0) - 1));
                  onPlace({ file, index: (index ?? 0) - 1 });
                }}
              >
                {t("editor.up")}
              </Button>
              <Button
                disabled={(index ?? 0) >= entries.length - 1}
                onClick={() => {
                  onChange(file, [list], moved(entries, index ?? 0, (index ?? 0) + 1));
                  onPlace({ file, index: (index ?? 0) + 1 });
                }}
              >
                {t("editor.down")}
              </Button>
              <Button
                onClick={() => {
                  onChange(file, [list], entries.toSpliced((index ?? 0) + 1, 0, value));
                  onPlace({ file, index: (index ?? 0) + 1 });
                }}
              >
                {t("editor.copy")}
              </Button>
              <Button
                tone="danger"
                onClick={() => {
                  onChange(file, [list], without(entries, index ?? 0));
                  onPlace({ file, index: Math.max(0, (index ?? 0) - 1) });
                }}
              >
                {t("editor.remove")}
              </Button>
            </div>
          )}
        </Panel>
      </div>
    </div>
  );
}

function formOf(
  { problems, place: { file }, readOnly, onChange }: Props,
  textOf: (problem: ContentProblem) => string,
): Form {
  const sentences = new Map(
    problems.filter((problem) => problem.file === file).map((problem) => [problem.path.join("/"), textOf(problem)]),
  );
  return {
    readOnly,
    FieldEditor,
    change: (path, value) => onChange(file, path, value),
    problemAt: (path) => sentences.get(path.join("/")),
    hasProblem: (path) => [...sentences.keys()].some((place) => `${place}/`.startsWith(`${path.join("/")}/`)),
  };
}
