import hidden from "#web/kit/visually-hidden.module.css";
import styles from "./Waiting.module.css";

/** A placeholder while something is loading. Screen readers read `label`. */
export function Waiting({ label = "" }: { readonly label?: string }) {
  return (
    <div className={styles.waiting}>
      <span className={styles.bar} aria-hidden="true" />
      <span className={styles.bar} aria-hidden="true" />
      <span className={styles.bar} aria-hidden="true" />
      <output className={hidden.visuallyHidden}>{label}</output>
    </div>
  );
}
