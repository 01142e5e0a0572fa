import styles from "./Loader.module.css";

/** Covers the page while a request runs, so that nothing is pressed twice; shown after a moment, announced at once. */
export function Loader({ label }: { readonly label: string }) {
  return (
    <output className={styles.cover}>
      <span className={styles.wheel} aria-hidden="true" />
      <span className={styles.label}>{label}</span>
    </output>
  );
}
