import { Link } from "wouter";
import hidden from "#web/kit/visually-hidden.module.css";
import styles from "./Chips.module.css";

type Option = { readonly key: string; readonly label: string; readonly href: string; readonly count?: string };
type Props = { readonly label: string; readonly chosen: string; readonly options: readonly Option[] };

/** Links to the parts of a page. One part is shown at a time. */
export function Chips({ label, chosen, options }: Props) {
  return (
    <nav aria-label={label}>
      <ul className={styles.chips}>
        {options.map(({ key, label: text, href, count }) => (
          <li key={key}>
            <Link href={href} className={styles.chip} aria-current={key === chosen ? "page" : undefined}>
              {text}
              {count !== undefined && <span className={styles.count}>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ToggleProps<Key extends string> = {
  readonly label: string;
  readonly chosen: Key;
  readonly options: readonly { readonly key: Key; readonly label: string; readonly count?: string | undefined }[];
  readonly onChoose: (key: Key) => void;
};

/** Chips as buttons, for choices that are not pages. */
export function ToggleChips<Key extends string>({ label, chosen, options, onChoose }: ToggleProps<Key>) {
  return (
    <fieldset className={styles.chips}>
      <legend className={hidden.visuallyHidden}>{label}</legend>
      {options.map(({ key, label: text, count }) => (
        <button
          key={key}
          type="button"
          className={styles.chip}
          aria-pressed={key === chosen}
          onClick={() => onChoose(key)}
        >
          {text}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
