import { Alert } from "#web/kit/Alert.tsx";
import styles from "./Hero.module.css";

/** Why a checkout has just ended; hidden until `ended-script.ts` finds a message. */
export function Ended() {
  return (
    <div hidden className={styles.ended} data-ended="">
      <Alert tone="warn">
        <strong /> <span />
      </Alert>
    </div>
  );
}
