import type { Failure } from "#desk/api/call.ts";
import { useTexts } from "./texts.tsx";

const MINUTE_SECONDS = 60;

/** Returns a function that gives the message of a failure. */
export function useFailureText(): (failure: Failure) => string {
  const t = useTexts("failures");
  return ({ name, retryAfter, hindrance, mistake }) => {
    if (name === "tooMany")
      return t("tooMany", { minutes: Math.ceil((retryAfter ?? MINUTE_SECONDS) / MINUTE_SECONDS) });
    if (name === "hindered" && hindrance) return t(`hindrances.${hindrance}`);
    if (name === "passwordWeak" && mistake) return mistake;
    return t(name === "hindered" ? "changed" : name);
  };
}
