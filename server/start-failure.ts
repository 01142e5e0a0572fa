import { AddressFileError } from "./shop/address/load.ts";
import { BrandError } from "./shop/brand/brand.ts";
import { CatalogueError } from "./shop/catalogue/problems.ts";
import { SettingError } from "./config/config.ts";
import { SandboxCustomersError } from "./edges/customers/sandbox.ts";
import { EmbeddedPostgresError } from "./platform/database/embedded/index.ts";
import { MigrationError } from "./platform/database/migrate.ts";
import { DatabaseUnreachable } from "./platform/database/unreachable.ts";
import { DocumentKeyError } from "./platform/encryption/keys.ts";

const SAID = [
  AddressFileError,
  BrandError,
  CatalogueError,
  DatabaseUnreachable,
  DocumentKeyError,
  EmbeddedPostgresError,
  MigrationError,
  SandboxCustomersError,
  SettingError,
];

/** One sentence for what stopped the server and an operator can mend; a bug keeps its stack. */
export function explainStartFailure(error: unknown): string {
  const said = explainFailure(error);
  if (said !== null) return `Kasse cannot start: ${said}`;
  return `Kasse cannot start, and this is a fault of its own:\n${error instanceof Error ? error.stack : String(error)}`;
}

/** The words of a failure that an operator can mend; null for a bug. */
export function explainFailure(error: unknown): string | null {
  if (SAID.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") {
    return `port ${port} is taken. End what uses it, or choose another with PORT=4000 npm start (the payment sandbox takes the next one).`;
  }
  if (code === "EACCES" && port !== undefined)
    return `this user may not open port ${port}. Choose one above 1023 with PORT.`;
  if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return "HOST is no address of this machine.";
  if (code === "EACCES" || code === "EROFS" || code === "EPERM") {
    return `${path ?? "a folder"} cannot be written. Give this user the right to, or choose another folder with DATA_DIR.`;
  }
  if ((code === "ENOTDIR" || code === "EEXIST") && path !== undefined)
    return `${path} is in the way, or lies below a file: DATA_DIR must name a folder.`;
  return code === "ENOSPC" ? "the disk is full." : null;
}
