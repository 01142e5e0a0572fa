import styles from "./Hero.module.css";
import { Alert } from "#web/kit/Alert.tsx";
import { takeEnded } from "#web/session/take-ended.ts";

/** Explains why a checkout has just ended; hidden until `showEnded` finds a message. */
export function Ended() {
  return (
    <div hidden className={styles.ended} data-ended="">
      <Alert tone="warn">
        <strong /> <span />
      </Alert>
    </div>
  );
}

/** Shows on the home page why the previous checkout has ended, if a message is stored. */
export function showEnded(): void {
  const place = document.querySelector<HTMLElement>("[data-ended]");
  const ended = place && takeEnded();
  const [title, text] = [place?.querySelector("strong"), place?.querySelector("span")];
  if (!ended || !title || !text) return;
  // Made visible before it is filled in, because screen readers announce only changes of visible elements.
  place.hidden = false;
  title.textContent = ended.title;
  text.textContent = ended.text;
}
