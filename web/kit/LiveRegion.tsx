import styles from "./Field.module.css";

/** Says a short message to those who do not see the change. */
export function LiveRegion({ message }: { readonly message: string }) {
  return (
    <output className={styles.hidden} aria-live="polite">
      {message}
    </output>
  );
}
