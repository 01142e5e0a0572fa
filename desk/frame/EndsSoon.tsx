import { Alert } from "#web/kit/Alert.tsx";
import { useLoginAgain } from "#desk/app/login-again.ts";
import { useMe } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { useNow } from "#desk/app/use-now.ts";
import { Button } from "#desk/kit/Button.tsx";

/** How long before the end of a login the bar appears, in ms. */
const WARN_MS = 5 * 60_000;

/** Warns before the total time of the login ends, while there is time to save what was typed. */
export function EndsSoon() {
  const t = useTexts("login");
  const { endsAt } = useMe();
  const now = useNow();
  const times = useTimes();
  const again = useLoginAgain();
  const left = new Date(endsAt).getTime() - now.getTime();
  if (left > WARN_MS || left <= 0) return null;
  return (
    <Alert tone="info" actions={<Button onClick={again}>{t("again.button")}</Button>}>
      {t("again.soon", { time: times.short(endsAt, now) })}
    </Alert>
  );
}
