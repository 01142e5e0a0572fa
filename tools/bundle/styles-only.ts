import type { Plugin } from "vite";

/** Drops the scripts of a build: only its styles are wanted. The manifest keeps their entry, which names the styles. */
export function stylesOnly(): Plugin {
  return {
    name: "kasse:styles-only",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const [name, output] of Object.entries(bundle)) if (output.type === "chunk") delete bundle[name];
      },
    },
  };
}
