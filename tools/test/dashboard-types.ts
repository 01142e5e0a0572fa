import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** The module with the options' type in Grafana's schema, for each type of panel. */
const PANELS: Readonly<Record<string, string>> = {
  stat: "stat/panelcfg/x/StatPanelCfg_types.gen",
  timeseries: "timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen",
  bargauge: "bargauge/panelcfg/x/BarGaugePanelCfg_types.gen",
};

type Dashboard = { readonly panels: readonly { readonly type: string; readonly options?: object }[] };

/**
 * Returns how a dashboard violates Grafana's own schema, as compiler messages; empty if it does not. The schema
 * consists of types, so the dashboard is compiled as a literal, where an unknown field is also an error.
 */
export function schemaErrors(dashboard: Dashboard): string {
  const folder = resolve("node_modules/.cache/kasse-dashboard");
  const charts = dashboard.panels.filter(({ type }) => type !== "row");
  const lines = [
    `import type { Dashboard } from "@grafana/schema";`,
    ...Object.entries(PANELS).map(
      ([type, path]) => `import type { Options as ${type} } from "@grafana/schema/dist/esm/raw/composable/${path}";`,
    ),
    // JSON contains the string value of an enum's member, which TypeScript does not accept as that member.
    "type Texts<T> = T extends string ? `${T}` : T extends object ? { [Key in keyof T]: Texts<T[Key]> } : T;",
    `export const dashboard: Dashboard = ${JSON.stringify(dashboard)};`,
    ...charts.map(
      ({ type, options }, at) => `export const options${at}: ${optionsTypeOf(type)} = ${JSON.stringify(options)};`,
    ),
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/check.ts`, lines.join("\n"));
  const options =
    "--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --moduleResolution nodenext --target es2023";
  try {
    execFileSync(
      process.execPath,
      [resolve("node_modules/typescript/bin/tsc"), ...options.split(" "), `${folder}/check.ts`],
      { encoding: "utf8", stdio: "pipe" },
    );
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the source text of the type of a panel's options. For an unknown panel, nothing matches this type, so that
 * the compiler reports an error.
 */
const optionsTypeOf = (type: string) => (type in PANELS ? `Texts<${type}>` : `"no panel of type ${type}"`);
