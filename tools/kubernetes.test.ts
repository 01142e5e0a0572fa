import { existsSync, globSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { CHAPTERS } from "#server/config/settings.ts";
import { rowsOf } from "#server/config/walk.ts";
import { readImage } from "./test/image.ts";
import { FOLDER, namedFiles, readResources, renderExample, unknownFields, validate } from "./test/kubernetes.ts";
import type { Resource } from "./test/kubernetes.ts";

const resources = readResources();
const example = `${FOLDER}/overlays/example`;

describe("the resources", () => {
  test.each(resources)("%s fits the schema", async (_, resource) => {
    await validate(resource);
  });

  test("have no field that is missing in the schema", { timeout: 120_000 }, () => {
    expect(unknownFields(resources.map(([, resource]) => resource))).toBe("");
    const [, deployment] = resources.find(([, { kind }]) => kind === "Deployment") ?? [];
    const broken = { ...deployment, spec: { ...(deployment?.["spec"] as object), replica: 3 } } as never;
    expect(unknownFields([broken])).toContain("'\"replica\"' does not exist");
  });

  test("a wrong value and an unknown kind are found", async () => {
    const [, service] = resources.find(([, { kind }]) => kind === "Service") ?? [];
    if (!service) throw new Error("no service");
    await expect(validate({ ...service, spec: { ports: [{ port: "eighty" }] } })).rejects.toThrow("/spec/ports/0/port");
    await expect(validate({ ...service, kind: "Servize" })).rejects.toThrow("has no Servize");
  });

  test("are all listed in a kustomization, which lists nothing else", () => {
    const named = namedFiles();
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
    const files = globSync(`${FOLDER}/**/*.yaml`);
    const roots = files.filter((file) => file.includes("/overlays/") && file.endsWith("kustomization.yaml"));
    expect(files.filter((file) => !named.includes(file))).toEqual(roots);
  });

  test("kubectl renders the example, and the result fits the schema", { timeout: 120_000 }, async ({ skip }) => {
    const rendered = renderExample();
    if (rendered === null) return skip("kubectl is missing");
    for (const resource of rendered) await validate(resource);
    expect(unknownFields(rendered)).toBe("");
    const images = JSON.stringify(rendered).match(/"image":"[^"]+"/g);
    expect(new Set(images)).toEqual(new Set(['"image":"registry.example.ch/shop/kasse:1.0.0"']));
    expect(rendered.find(({ kind }) => kind === "Deployment")?.["spec"] as object).not.toHaveProperty("replicas");
  });
});

type Probe = {
  readonly periodSeconds: number;
  readonly failureThreshold: number;
  readonly httpGet: { readonly port: string };
};
type Container = {
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly object[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly readinessProbe: Probe;
};
type Template = {
  readonly metadata: { readonly labels: object };
  readonly spec: { readonly terminationGracePeriodSeconds: number; readonly containers: readonly [Container] };
};

/** Reads settings of the example; those of an extension that was deleted are left out. */
const readExample = (file: string) => {
  const deleted = ["s3", "datatrans"].filter((name) => !existsSync(`extensions/${name}`));
  const read = parseEnv(readFileSync(`${example}/${file}`, "utf8")) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(read).filter(
      ([name, value]) => !deleted.some((each) => value === each || name.startsWith(`${each.toUpperCase()}_`)),
    ),
  );
};
/** What it has to choose without these extensions. */
const INSTEAD = {
  PAYMENT_PROVIDER: "sandbox-hosted",
  SANDBOX_PASSWORD: "Tb5k-3vN_w8GyX7pLc2e",
};

const specOf = (kind: string) => {
  const [, found] = resources.find(([, each]) => each.kind === kind) ?? [];
  return (found as Resource)["spec"] as Record<string, unknown>;
};
const templateOf = (kind: string) => specOf(kind)["template"] as Template;

describe("the shop", () => {
  const { metadata, spec } = templateOf("Deployment");
  const [container] = spec.containers;
  const { PORT, ...rest } = readImage().env;
  const settings = readExample("settings.env");
  const secretNames = Object.keys(readExample("secrets.env.example"));
  /** The values that an operator fills in. */
  const SECRETS: Readonly<Record<string, string>> = {
    DATABASE_URL: "postgres://kasse:x@10.20.0.5/kasse?sslmode=verify-full",
    DOCUMENT_KEYS: `2026:${"0123456789abcdef".repeat(4)}`,
    DOCUMENT_NUMBER_KEY: "fedcba9876543210".repeat(4),
    DATATRANS_SIGN_KEY: "0123456789abcdef".repeat(4),
    SMTP_URL: "smtps://kasse:x@mail.example.ch",
  };
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, SECRETS[name] ?? "rL9-wQ2_xT7mZ4kV8cJ1nB5yH3gF6dSa"]),
  );
  const own = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));
  const all = { ...rest, ...("PAYMENT_PROVIDER" in settings ? {} : INSTEAD), ...settings, ...secrets, ...own };

  test("has every setting that it needs, none that is unknown or unused, and no secret outside of the Secret", () => {
    const { mistakes, warnings, unused } = checkSettings(all);
    expect({ mistakes, warnings, unused }).toEqual({ mistakes: [], warnings: [], unused: [] });
    const table = CHAPTERS.flatMap(({ settings: tree }) => rowsOf(tree).map(({ entry }) => entry));
    const isSecret = (name: string) =>
      table.some((entry) => entry.name === name && entry.kind === "setting" && entry.secret);
    expect(Object.keys(settings).filter(isSecret)).toEqual([]);
    expect(secretNames.filter((name) => !isSecret(name))).toEqual([]);
  });

  test.each(
    secretNames.filter(
      (name) =>
        !["DATATRANS_SIGN_KEY", "STOCK_SECRET", "DOCUMENT_KEYS", "DOCUMENT_NUMBER_KEY", "DATABASE_URL"].includes(name),
    ),
  )("does not start without %s", (name) => {
    expect(checkSettings({ ...all, [name]: "" }).mistakes.join()).toContain(name);
  });

  test("is stopped early enough, and drained before that", () => {
    const drain = checkSettings(all).config?.drainSeconds ?? 0;
    expect(drain).toBe(8);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + 10);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    expect(periodSeconds * failureThreshold).toBeLessThan(drain);
  });

  test("listens on the ports of probes, service and monitoring", () => {
    const ports = Object.fromEntries(
      (container.ports ?? []).map(({ name, containerPort }) => [name, String(containerPort)]),
    );
    expect(ports).toEqual({ http: PORT, metrics: own["MANAGEMENT_PORT"] });
    const named = [...JSON.stringify(resources).matchAll(/"(?:port|targetPort)":"(\w+)"/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !Object.hasOwn(ports, name ?? ""))).toEqual([]);
  });

  test("is selected by service, budget, policy and monitoring; the migration receives no calls", () => {
    const selects = (selector: unknown, labels: object) => {
      const wanted = Object.entries(selector as object);
      return wanted.length > 0 && wanted.every(([key, value]) => (labels as Record<string, unknown>)[key] === value);
    };
    const job = templateOf("Job").metadata.labels;
    const matchLabels = (kind: string, field = "selector") =>
      (specOf(kind)[field] as { matchLabels: object }).matchLabels;
    for (const selector of [
      specOf("Service")["selector"],
      matchLabels("PodDisruptionBudget"),
      matchLabels("PodMonitor"),
    ])
      expect([selects(selector, metadata.labels), selects(selector, job)]).toEqual([true, false]);
    const policy = matchLabels("NetworkPolicy", "podSelector");
    expect([selects(policy, metadata.labels), selects(policy, job)]).toEqual([true, true]);
  });

  test("does not have the owner's password, which the migration has", () => {
    const [migration] = templateOf("Job").spec.containers;
    expect(migration.command).toEqual(["kasse", "migrate"]);
    expect(JSON.stringify(migration.envFrom)).toContain("kasse-migration");
    expect(JSON.stringify(container.envFrom)).not.toContain("kasse-migration");
    expect(secretNames).not.toContain("MIGRATION_DATABASE_URL");
  });
});
