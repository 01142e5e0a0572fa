import styles from "./Loader.module.css";

/**
 * Covers the page while a request runs, to block further presses. Screen readers announce it at once; it becomes
 * visible after a short delay.
 */
export function Loader({ label }: { readonly label: string }) {
  return (
    <output className={styles.cover}>
      <span className={styles.card}>
        <span className={styles.wheel} aria-hidden="true" />
        <span className={styles.label}>{label}</span>
      </span>
    </output>
  );
}
