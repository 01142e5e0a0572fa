import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseAllDocuments } from "yaml";

export const FOLDER = "deploy/kubernetes";

export type Resource = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
};

type Kustomization = {
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly configMapGenerator?: readonly { readonly envs?: readonly string[] }[];
};

const documents = <T>(text: string) => parseAllDocuments(text).map((each) => each.toJS() as T);

/** Returns all resources in the files, each with its file. */
export function readResources(): readonly (readonly [file: string, Resource])[] {
  return globSync(`${FOLDER}/**/*.yaml`)
    .filter((file) => !file.endsWith("kustomization.yaml"))
    .toSorted()
    .flatMap((file) => documents<Resource>(readFileSync(file, "utf8")).map((resource) => [file, resource] as const));
}

/** Returns the files that the kustomizations name. A named folder stands for its kustomization. */
export function namedFiles(): readonly string[] {
  return globSync(`${FOLDER}/**/kustomization.yaml`).flatMap((file) => {
    const [{ resources = [], components = [], configMapGenerator = [] } = {}] = documents<Kustomization>(
      readFileSync(file, "utf8"),
    );
    return [...resources, ...components, ...configMapGenerator.flatMap(({ envs = [] }) => envs)].map((name) => {
      const path = join(dirname(file), name);
      return /\.\w+$/.test(name) ? path : join(path, "kustomization.yaml");
    });
  });
}

/** Returns the output of `kubectl kustomize` for the example; null without kubectl. */
export function renderExample(): readonly Resource[] | null {
  if (!existsSync("/usr/bin/kubectl")) return null;
  return documents<Resource>(
    execFileSync("/usr/bin/kubectl", ["kustomize", `${FOLDER}/overlays/example`], { encoding: "utf8" }),
  );
}

/** Returns the module with a resource's schema: Kubernetes' own, or that of the Prometheus Operator. */
const moduleOf = ({ apiVersion }: Resource) =>
  apiVersion.startsWith("monitoring.coreos.com")
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`;

type Model = new (data: Resource) => { validate(): void };

/** Checks a resource's values against its schema: types, formats, required fields. Throws the first error. */
export async function validate(resource: Resource): Promise<void> {
  const models = (await import(moduleOf(resource))) as Readonly<Record<string, Model>>;
  const Kind = models[resource.kind];
  if (!Kind) throw new Error(`${resource.apiVersion} has no ${resource.kind}`);
  new Kind(resource).validate();
}

/**
 * Returns the fields that the schema does not contain, as compiler messages; empty if there are none. Resources are
 * compiled as literals, where an unknown field is an error.
 */
export function unknownFields(resources: readonly Resource[]): string {
  const folder = resolve("node_modules/.cache/kasse-kubernetes");
  const lines = resources.map(
    (resource, at) =>
      `import type { I${resource.kind} as T${at} } from "${moduleOf(resource)}/${resource.kind}";\nexport const r${at}: T${at} = ${JSON.stringify(resource)};`,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/check.ts`, lines.join("\n"));
  const options =
    "--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --moduleResolution nodenext --target es2023";
  try {
    const compiler = resolve("node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [compiler, ...options.split(" "), `${folder}/check.ts`], {
      encoding: "utf8",
      stdio: "pipe",
    });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
