import compile from "icu-minify/compile";
import type { Plugin } from "vite";

type Texts = { [key: string]: string | Texts };
type Compiled = { [key: string]: ReturnType<typeof compile> | Compiled };

/** Compiles the ICU messages of `locales/*` at build time, so that an invalid message fails the build. */
export function compiledMessages(): Plugin {
  return {
    name: "kasse:compiled-messages",
    enforce: "pre",
    transform: {
      filter: { id: /\/locales\/[a-z]+\/(?:desk\/)?[a-z]+\.json$/ },
      handler(json) {
        return { code: JSON.stringify(compileAll(JSON.parse(json) as Texts)), map: null };
      },
    },
  };
}

function compileAll(texts: Texts): Compiled {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === "string" ? compile(text) : compileAll(text)]),
  );
}
