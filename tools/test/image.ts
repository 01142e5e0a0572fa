import { readFileSync } from "node:fs";

/** One instruction of a Dockerfile, with its lines joined. */
type Instruction = { readonly name: string; readonly rest: string };

/** A `COPY` line in the image's last stage. `from`: the stage that it copies from; null for the build context. */
type Copy = { readonly from: string | null; readonly sources: readonly string[]; readonly target: string };

export type Image = {
  readonly copies: readonly Copy[];
  readonly env: Readonly<Record<string, string>>;
  /** The program that the image runs. */
  readonly command: readonly string[];
  /** `RUN` lines of the last stage. */
  readonly runs: readonly string[];
};

/** Returns the image: the last stage of the Dockerfile. */
export function readImage(): Image {
  const instructions = readInstructions();
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
  const all = (wanted: string) => last.filter(({ name }) => name === wanted).map(({ rest }) => rest);
  return {
    copies: all("COPY").map(copyOf),
    env: Object.fromEntries(
      all("ENV").flatMap((line) => line.split(" ").map((pair) => pair.split("=") as [string, string])),
    ),
    command: JSON.parse(all("CMD").at(-1) ?? "[]") as string[],
    runs: all("RUN"),
  };
}

function readInstructions(): readonly Instruction[] {
  return readFileSync("Dockerfile", "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => /^([A-Z]+) +(.*)$/.exec(line))
    .flatMap((match) => (match ? [{ name: match[1] ?? "", rest: match[2] ?? "" }] : []));
}

function copyOf(line: string): Copy {
  const [, from = null, paths = ""] = /^(?:--from=(\S+) )?(.*)$/.exec(line) ?? [];
  const words = paths.split(" ");
  return { from, sources: words.slice(0, -1), target: words.at(-1) ?? "" };
}

type Locked = {
  readonly dev?: true;
  readonly devOptional?: true;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
};

/**
 * Returns the package folders in an image without optional libraries: the production packages for Debian (x64), except
 * those that the Dockerfile removes.
 */
export function imagePackages(): readonly string[] {
  const text = readInstructions()
    .map(({ rest }) => rest)
    .join("\n");
  const removed = /cd node_modules && rm -rf ([^&]+)/.exec(text)?.[1]?.trim().split(/ +/) ?? [];
  if (!removed.includes("@types")) throw new Error("The Dockerfile no longer removes types");
  const isRemoved = (path: string) => removed.some((name) => `${path}/`.startsWith(`node_modules/${name}/`));
  const fits = (allowed: readonly string[] | undefined, here: string) =>
    allowed === undefined || allowed.includes(here);
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional, os, cpu, libc }]) =>
        path !== "" &&
        !isRemoved(path) &&
        !dev &&
        !devOptional &&
        fits(os, "linux") &&
        fits(cpu, "x64") &&
        fits(libc, "glibc"),
    )
    .map(([path]) => path);
}
