import browserslist from "browserslist";

/** Each browser of `.browserslistrc`: its name, and what the bundler calls its engine, if it knows it by itself. */
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

/** The oldest supported version of each browser. */
export function oldestVersions(): ReadonlyMap<BrowserId, number> {
  const supported = browserslist();
  const versionsOf = (id: BrowserId) =>
    supported.filter((each) => each.startsWith(`${id} `)).map((each) => Number.parseFloat(each.slice(id.length + 1)));
  return new Map(IDS.map((id) => [id, Math.min(...versionsOf(id))]));
}

/** The browsers that the built files have to run in, as the bundler names them. */
export const buildTarget = (): string[] =>
  [...oldestVersions()].flatMap(([id, version]) =>
    BROWSERS[id].engine === null ? [] : [`${BROWSERS[id].engine}${version}`],
  );

/** The table of the README. */
export function browsersAsMarkdown(): string {
  const rows = [...oldestVersions()].map(([id, version]) => `| ${BROWSERS[id].name} | ${version} |`);
  return ["| browser | from version |", "|---|---|", ...rows].join("\n");
}
