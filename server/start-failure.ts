import { ExtensionError } from "./extension/failure.ts";
import { IncompleteBuildError } from "./built-files.ts";
import { AddressFileError } from "./shop/address/load.ts";
import { BrandError } from "./shop/brand/brand.ts";
import { CatalogueError } from "./shop/catalogue/problems.ts";
import { StoredCatalogueError } from "./shop/catalogue/broken-amounts.ts";
import { LawError } from "./shop/law/read-law.ts";
import { SettingError } from "./config/config.ts";
import { DemoCustomersError } from "./integrations/customers/demo-customers.ts";
import { EmbeddedPostgresError } from "./platform/database/embedded/index.ts";
import { MigrationError } from "./platform/database/migrate.ts";
import { DatabaseRoleError } from "./platform/database/roles.ts";
import { NotAReplica } from "./platform/database/replica/replica.ts";
import { DatabaseUnreachable } from "./platform/database/outage.ts";
import { DocumentKeyError } from "./platform/encryption/keys.ts";

/** Errors whose message explains the problem to the operator. */
const OPERATOR_ERRORS = [
  AddressFileError,
  BrandError,
  CatalogueError,
  DatabaseRoleError,
  DatabaseUnreachable,
  DemoCustomersError,
  DocumentKeyError,
  EmbeddedPostgresError,
  ExtensionError,
  IncompleteBuildError,
  LawError,
  MigrationError,
  NotAReplica,
  SettingError,
  StoredCatalogueError,
];

/** Several things prevent the start. Each is an error that `explainFailure` explains. */
class SeveralFailures extends Error {
  readonly failures: readonly unknown[];
  constructor(failures: readonly unknown[]) {
    super(`${failures.length} things prevent the start`);
    this.failures = failures;
  }
}

/**
 * Throws what has failed: the error itself or, if several have different explanations, SeveralFailures. A bug among
 * them is thrown alone. Returns if there is no failure.
 */
export function throwFailures(failures: readonly unknown[]): void {
  const all = failures.flatMap((each) => (each instanceof SeveralFailures ? each.failures : [each]));
  const bug = all.find((each) => explainFailure(each) === null);
  if (bug !== undefined) throw bug;
  const different = new Map(all.map((each) => [explainFailure(each), each]));
  const [first, ...others] = different.values();
  if (others.length > 0) throw new SeveralFailures([first, ...others]);
  if (first !== undefined) throw first;
}

/** Whether a wrong setting is among what prevents the start. */
export const isAboutSettings = (error: unknown): boolean =>
  error instanceof SettingError || (error instanceof SeveralFailures && error.failures.some(isAboutSettings));

/** Explains why the server cannot start: as a message to the operator or, for a bug, with the stack. */
export function explainStartFailure(error: unknown): string {
  const explanation = explainFailure(error);
  if (explanation !== null) return `Kasse cannot start: ${explanation}`;
  return `Kasse cannot start because of an internal error:\n${error instanceof Error ? error.stack : String(error)}`;
}

/** Explains a failure that the operator can fix; returns null for a bug. */
export function explainFailure(error: unknown): string | null {
  if (error instanceof SeveralFailures)
    return ["several things are wrong:", ...error.failures.map(explainFailure)].join("\n- ");
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, port, path, syscall } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") {
    return `port ${port} is in use. Stop the program that uses it, or choose another one with PORT, PAYMENT_SANDBOX_PORT for the payment sandbox, which uses PORT + 1 by default, or MANAGEMENT_PORT.`;
  }
  if (code === "EACCES" && port !== undefined)
    return `this user may not open port ${port}. Choose a port above 1023 with PORT.`;
  if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return "HOST is not an address of this machine.";
  if (code === "ENOENT" && syscall === "mkdir")
    return `the folder ${path} cannot be created there. Choose another folder with DATA_DIR.`;
  if (code === "EACCES" || code === "EROFS" || code === "EPERM") {
    return `${path ?? "a folder"} is not writable. Give this user write permission, or choose another folder with DATA_DIR.`;
  }
  if ((code === "ENOTDIR" || code === "EEXIST") && path !== undefined)
    return `${path} is a file or inside a file: DATA_DIR must be a folder.`;
  return code === "ENOSPC" ? "the disk is full." : null;
}
