import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { collectDefaultMetrics, Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { nextOf, WAITING, WAITING_KINDS, type WaitingNext } from "#core/desk/waiting-kinds.ts";
import type { Definition } from "#server/platform/metrics.ts";
import { METRICS } from "#server/metric-table.ts";
import { allCommands } from "#server/operator/cli/commands.ts";
import { readAlerts, readRunbooks, RULES_FILE } from "./docs/alerts.ts";
import { schemaErrors } from "./test/dashboard-types.ts";
import { ensurePromtool } from "./test/promtool.ts";

const COMMANDS = await allCommands();

const TESTS_FILE = "deploy/prometheus/kasse.test.yml";
const alerts = readAlerts();
const runbooks = readRunbooks();

type Panel = {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly legendFormat: string }[];
};
const dashboard = JSON.parse(readFileSync("deploy/grafana/kasse.json", "utf8")) as { readonly panels: Panel[] };

/** Returns the labels of each metric that Prometheus stores. A histogram has three metrics. */
function knownMetrics(): ReadonlyMap<string, readonly string[]> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const own = Object.entries<Definition>(METRICS).flatMap(([name, { type, labels }]) =>
    type === "histogram"
      ? ["_bucket", "_sum", "_count"].map(
          (end) => [name + end, [...Object.keys(labels), ...(end === "_bucket" ? ["le"] : [])]] as const,
        )
      : [[name, Object.keys(labels)] as const],
  );
  return new Map([["up", []], ...registry.getMetricsAsArray().map(({ name }) => [name, []] as const), ...own]);
}
const known = knownMetrics();
/** Labels that Prometheus adds to every series. */
const ADDED = ["job", "instance"];

/**
 * Returns the errors in a query, as sentences: its syntax, an unknown metric, a label that the metric does not have, a
 * sum over equal values.
 */
function problemsOf(query: string): readonly string[] {
  const problems: string[] = [];
  const labels = new Set(ADDED);
  const wanted: string[] = [];
  let selected = "";
  parser.parse(query).iterate({
    enter({ name, type, from, to, node }) {
      const text = query.slice(from, to);
      if (type.isError) problems.push(`syntax: ${query.slice(from)}`);
      if (name === "Identifier") {
        selected = text;
        if (!known.has(text)) problems.push(`no metric ${text}`);
        for (const label of known.get(text) ?? []) labels.add(label);
        const isShared = (METRICS as Readonly<Record<string, Definition>>)[text]?.scope === "database";
        if (isShared && !isUnderMax(node, query)) problems.push(`${text} is the same in every process: max first`);
      }
      if (name === "LabelName" && node.parent?.name === "GroupingLabels") wanted.push(text);
      if (name === "LabelName" && node.parent?.name === "UnquotedLabelMatcher")
        if (![...ADDED, ...(known.get(selected) ?? [])].includes(text))
          problems.push(`${selected} has no label ${text}`);
    },
  });
  return [
    ...problems,
    ...wanted.filter((label) => !labels.has(label)).map((label) => `no metric here has the label ${label}`),
  ];
}

type Node = { readonly name: string; readonly from: number; readonly parent: Node | null };

/** Whether the nearest aggregation around a selector is `max`. */
function isUnderMax(node: Node, query: string): boolean {
  for (let above: Node | null = node; above; above = above.parent)
    if (above.name === "AggregateExpr") return query.startsWith("max", above.from);
  return false;
}

describe("the check of queries", () => {
  test.each([
    ['max(kasse_refunds{state="givenUp"}) > 0', []],
    ["sum(rate(kasse_failures_total[5m]))", []],
    ["max(kasse_nothing)", ["no metric kasse_nothing"]],
    ['max(kasse_refunds{status="givenUp"})', ["kasse_refunds has no label status"]],
    ["max by (task) (kasse_refunds)", ["no metric here has the label task"]],
    ["sum(kasse_refunds)", ["kasse_refunds is the same in every process: max first"]],
    ["kasse_refunds > 0", ["kasse_refunds is the same in every process: max first"]],
  ])("%s", (query, problems) => {
    expect(problemsOf(query)).toEqual(problems);
  });

  test("finds wrong syntax", () => {
    expect(problemsOf("sum(rate(kasse_failures_total[5m])").join()).toContain("syntax");
  });
});

describe("the alerts", () => {
  test.each(alerts.map((each) => [each.alert, each] as const))(
    "%s queries existing metrics, and has its section",
    (name, alert) => {
      expect(problemsOf(alert.expr)).toEqual([]);
      expect(["critical", "warning", "info"]).toContain(alert.labels.severity);
      expect(alert.annotations.runbook).toBe(`docs/runbooks.md#${name.toLowerCase()}`);
      const section = runbooks.get(name) ?? "";
      expect(section).toContain(`\n\n${alert.annotations.summary}. `);
      expect(section.match(/^(?:Look:|Do:|Escalate: .+)$/gm)).toHaveLength(3);
    },
  );

  test("exist for every kind of waiting task", () => {
    for (const kind of WAITING_KINDS) {
      const { alert, next }: { readonly alert: string; readonly next: WaitingNext } = WAITING[kind];
      expect([kind, alerts.map((each) => each.alert)]).toEqual([kind, expect.arrayContaining([alert])]);
      const last = nextOf(kind, { order: null, about: "" });
      if ("command" in last) expect(COMMANDS.map(({ name }) => name)).toContain(last.command);
      expect(Object.keys(next)).toHaveLength(1);
    }
  });

  test("every section has its alert", () => {
    expect([...runbooks.keys()]).toEqual(alerts.map(({ alert }) => alert));
  });

  test("the sections name only metrics and commands that exist", () => {
    for (const [alert, section] of runbooks) {
      const metrics = section.match(/\b(?:kasse|nodejs)_\w+/g) ?? [];
      expect([alert, metrics.filter((name) => !known.has(name))]).toEqual([alert, []]);
      const commands = [...section.matchAll(/`kasse ([a-z ]+[a-z])/g)].map(([, command = ""]) => command);
      const isCommand = (text: string) => COMMANDS.some(({ name }) => text === name || text.startsWith(`${name} `));
      expect([alert, commands.filter((command) => !isCommand(command))]).toEqual([alert, []]);
    }
  });

  test("each is tested twice: series that raise it, and series that do not", () => {
    const file = parse(readFileSync(TESTS_FILE, "utf8")) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const tests = file.tests.flatMap((each) => each.alert_rule_test);
    for (const { alert } of alerts) {
      const own = tests.filter(({ alertname }) => alertname === alert).map((each) => each.exp_alerts.length > 0);
      expect([alert, own.includes(true), own.includes(false)]).toEqual([alert, true, true]);
    }
  });

  test("promtool finds them valid, and their tests pass", { timeout: 180_000 }, ({ skip }) => {
    const promtool = ensurePromtool();
    if (promtool === null) return skip("promtool is missing (Debian: apt-get install prometheus)");
    const run = (...options: string[]) => execFileSync(promtool, options, { encoding: "utf8", stdio: "pipe" });
    expect(run("check", "rules", RULES_FILE)).toContain(`SUCCESS: ${alerts.length} rules found`);
    expect(run("test", "rules", TESTS_FILE)).toContain("SUCCESS");
  });
});

describe("the dashboard", () => {
  const charts = dashboard.panels.filter(({ type }) => type !== "row");

  test.each(charts.map((panel) => [panel.title, panel] as const))(
    "%s queries existing metrics",
    (_, { targets = [] }) => {
      expect(targets.length).toBeGreaterThan(0);
      for (const { expr, legendFormat } of targets) {
        expect(problemsOf(expr)).toEqual([]);
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
        // Aggregated series only have the labels that they are grouped by.
        const grouped = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(", ") ?? ADDED;
        expect(shown.filter((label) => !grouped.includes(label))).toEqual([]);
      }
    },
  );

  test("shows every figure of the table", () => {
    const asked = charts.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join("\n");
    const left = Object.keys(METRICS).filter((name) => !asked.includes(name));
    // The ratio is not shown because both of its parts are.
    expect(left).toEqual(["kasse_login_codes_ended", "kasse_login_codes_unused_ratio"]);
  });

  test("fits Grafana's own schema, which detects unknown fields", { timeout: 60_000 }, () => {
    expect(schemaErrors(dashboard)).toBe("");
    const [row, first, ...rest] = dashboard.panels;
    const broken = { ...dashboard, titel: "", panels: [row, { ...first, options: { colourMode: "value" } }, ...rest] };
    expect(schemaErrors(broken as never)).toMatch(/'"titel"' does not exist.*\n.*'"colourMode"' does not exist/);
  });

  test("has panels with an id each, which do not cover each other", () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, cell) => `${x + (cell % w)}/${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});
