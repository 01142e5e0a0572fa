import { useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import styles from "./Offline.module.css";

/** Says that the network is gone, for as long as it is. */
export function Offline() {
  const t = useTranslations("common.network");
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine);
  return <output>{!online && <p className={styles.bar}>{t("offline")}</p>}</output>;
}

/** Resolves when the browser says that it has a network again. */
export function backOnline(): Promise<void> {
  return new Promise((resolve) => addEventListener("online", () => resolve(), { once: true }));
}

/** Calls the listener whenever the network goes or comes; answers how to stop that. */
export function followNetwork(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
