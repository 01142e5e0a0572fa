import browserslist from "browserslist";

/**
 * For each browser in `.browserslistrc`: its name, and the bundler's name for its engine (null if the bundler has
 * none).
 */
export const BROWSERS = {
  safari: { name: "Safari", engine: "safari" },
  ios_saf: { name: "Safari on iPhone and iPad", engine: "ios" },
  chrome: { name: "Chrome", engine: "chrome" },
  edge: { name: "Edge", engine: "edge" },
  firefox: { name: "Firefox", engine: "firefox" },
  samsung: { name: "Samsung Internet", engine: null },
} as const;
export type BrowserId = keyof typeof BROWSERS;

const IDS = Object.keys(BROWSERS) as BrowserId[];

/** Returns the oldest supported version of each browser. */
export function oldestVersions(): ReadonlyMap<BrowserId, number> {
  const supported = browserslist();
  const versionsOf = (id: BrowserId) =>
    supported.filter((each) => each.startsWith(`${id} `)).map((each) => Number.parseFloat(each.slice(id.length + 1)));
  return new Map(IDS.map((id) => [id, Math.min(...versionsOf(id))]));
}

/** Returns the browsers that the built files must run in, with the bundler's names. */
export const buildTarget = (): string[] =>
  [...oldestVersions()].flatMap(([id, version]) =>
    BROWSERS[id].engine === null ? [] : [`${BROWSERS[id].engine}${version}`],
  );

/** Returns the README's table of browsers, in Markdown. */
export function browsersAsMarkdown(): string {
  const rows = [...oldestVersions()].map(([id, version]) => `| ${BROWSERS[id].name} | ${version} |`);
  return ["| browser | from version |", "|---|---|", ...rows].join("\n");
}
