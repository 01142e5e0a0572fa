import {
  createContext,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { useTranslations } from "use-intl";
import { Button } from "#web/kit/Button.tsx";
import { lazyPart } from "#web/kit/load-part.ts";
import { afterPaint } from "#web/kit/paint.ts";

const loadDialog = () => import("#web/kit/Dialog.tsx");
const Dialog = lazyPart(async () => ({ default: (await loadDialog()).Dialog }), "quiet");

/** A dialog's content. The answer is the key of the pressed button, or `closed`. */
type Question<Answer extends string> = {
  readonly title: string;
  readonly text: ReactNode;
  readonly tone?: "info" | "warn";
  /** The first one is the primary button. */
  readonly answers: readonly { readonly key: Answer; readonly label: string }[];
  /** Only a button closes the dialog; Escape and a click outside do not. */
  readonly persistent?: boolean;
  /** When this resolves, the dialog closes with its value as the answer. */
  readonly until?: Promise<Answer>;
};
type Shown = Question<string> & { readonly id: number; readonly resolve: (answer: string) => void };

export type Ask = <Answer extends string>(question: Question<Answer>) => Promise<Answer | "closed">;
const AskContext = createContext<Ask | null>(null);

/** Shows dialogs one after another. `useAsk` returns a function that opens a dialog and resolves to the answer. */
export function DialogProvider({ children }: { readonly children: ReactNode }) {
  const t = useTranslations("common");
  const [queue, setQueue] = useState<readonly Shown[]>([]);
  const nextId = useRef(0);
  // Loaded after the first paint, but before it is needed, because a dialog must also work offline.
  useEffect(() => {
    loadDialog().catch(() => undefined);
  }, []);

  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        const shown: Shown = { ...question, id: nextId.current++, resolve: resolve as (answer: string) => void };
        setQueue((old) => [...old, shown]);
        void question.until?.then((answer) => {
          setQueue((old) => old.filter(({ id }) => id !== shown.id));
          resolve(answer);
        });
      }),
    [],
  );
  const value = useMemo(() => ask, [ask]);
  const current = queue[0];
  const answer = (key: string) => {
    setQueue((old) => old.slice(1));
    void afterPaint().then(() => current?.resolve(key));
  };

  return (
    <AskContext value={value}>
      {children}
      {current && (
        <Suspense>
          <Dialog
            key={current.id}
            title={current.title}
            tone={current.tone ?? "info"}
            closeLabel={t("close")}
            onClose={current.persistent ? undefined : () => answer("closed")}
            actions={current.answers.map(({ key, label }, index) => (
              <Button key={key} variant={index === 0 ? "primary" : "ghost"} onClick={() => answer(key)}>
                {label}
              </Button>
            ))}
          >
            <p>{current.text}</p>
          </Dialog>
        </Suspense>
      )}
    </AskContext>
  );
}

export function useAsk(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error("useAsk needs a DialogProvider");
  return ask;
}
