import styles from "./StepLines.module.css";

/** Grey lines in the shape of fields. They are shown while the element before them is empty, or only has a loader. */
export function StepLines() {
  return (
    <div className={styles.lines} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
