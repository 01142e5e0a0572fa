import type { Contents, ContentProblem } from "#contract/desk/publishing-answers.ts";
import { focusField } from "#web/kit/focus-field.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { TextButton } from "#desk/kit/Button.tsx";
import { entryName, useProblemText } from "./names.ts";
import { fileText, placeOf, useKind, type Place } from "./kind.ts";
import { valueAt } from "./form/form-context.ts";
import styles from "./MistakeList.module.css";

/** Maximum number of errors shown, since one invalid field can cause many. */
const SHOWN = 30;

type Props = {
  readonly problems: readonly ContentProblem[];
  readonly content: Contents;
  readonly onGo: (place: Place) => void;
};

/** The errors in a draft, each with a link to its field. */
export function MistakeList({ problems, content, onGo }: Props) {
  const t = useTexts("publishing");
  const textOf = useProblemText();
  const of = useKind();
  return (
    <ul className={styles.list}>
      {problems.slice(0, SHOWN).map((problem) => {
        const { file } = problem;
        const place = placeOf(of, problem);
        const name = place.index === null ? "" : entryName(valueAt(content, [file, ...problem.path.slice(0, 2)]));
        return (
          <li key={`${problem.file} ${problem.path.join("/")} ${problem.kind}`}>
            <TextButton
              onClick={() => {
                onGo(place);
                // Focused later, because the field's form must be rendered first.
                setTimeout(() => focusField(problem.path.join("-")), 50);
              }}
            >
              {[t(fileText(file)), name || problem.entry].filter(Boolean).join(", ")}
            </TextButton>
            : {textOf(problem)}
          </li>
        );
      })}
    </ul>
  );
}
