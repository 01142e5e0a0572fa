import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { parse } from "yaml";
import { readImage } from "./image.ts";

type Service = {
  readonly env_file?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly stop_grace_period: string;
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: object;
};
export type Compose = { readonly services: Readonly<Record<"kasse" | "desk" | "database", Service>> };

export const readCompose = (): Compose => parse(readFileSync("compose.yaml", "utf8")) as Compose;

/** Returns the variables of `.env.example`, which an operator copies to `.env`. */
export const exampleEnv = (): Readonly<Record<string, string>> =>
  parseEnv(readFileSync(".env.example", "utf8")) as Record<string, string>;

/**
 * Returns the environment that Compose gives a service. `.env` overrides the image's variables, and the service's own
 * lines override both. Throws if a required variable is missing.
 */
export function environmentOf(
  service: "kasse" | "desk",
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const { environment, env_file } = readCompose().services[service];
  if (env_file !== ".env") throw new Error(`${service} no longer reads .env`);
  const own = Object.entries(environment).map(([name, value]) => [name, interpolated(value, env)] as const);
  return { ...readImage().env, ...env, ...Object.fromEntries(own) };
}

export const shopEnvironment = (env: Readonly<Record<string, string>>) => environmentOf("kasse", env);

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?sentence}` like Compose does. */
export function interpolated(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest: string = "") => {
    const value = env[name] ?? "";
    if (value !== "" || kind === undefined) return value;
    if (kind === "-") return rest;
    throw new Error(`${name}: ${rest}`);
  });
}
