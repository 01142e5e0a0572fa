import pg from "pg";
import { BrandError } from "./brand/brand.ts";
import { CatalogueError } from "./catalogue/read-files.ts";
import { SettingError } from "./config.ts";
import { EmbeddedPostgresError } from "./database/embedded/index.ts";

/** One sentence for what an operator can mend; a bug keeps its stack. */
export function explainStartFailure(error: unknown): string {
  const said = [SettingError, BrandError, CatalogueError, EmbeddedPostgresError].some((kind) => error instanceof kind);
  if (said) return `Kasse cannot start: ${(error as Error).message}`;
  const { code, port, path, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === "EADDRINUSE") {
    return `Kasse cannot start: port ${port} is taken. End what uses it, or choose another with PORT=4000 npm start (the payment sandbox takes the next one).`;
  }
  if (code === "EACCES" && port !== undefined)
    return `Kasse cannot start: this user may not open port ${port}. Choose one above 1023 with PORT.`;
  if (code === "EACCES" || code === "EROFS" || code === "EPERM") {
    return `Kasse cannot start: ${path ?? "a folder"} cannot be written. Give this user the right to, or choose another folder with DATA_DIR.`;
  }
  if (code === "ENOSPC") return "Kasse cannot start: the disk is full.";
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || error instanceof pg.DatabaseError) {
    return `Kasse cannot start: the database at ${address ?? "DATABASE_URL"} does not let it in (${(error as Error).message}). Check DATABASE_URL.`;
  }
  return `Kasse cannot start, and this is a fault of its own:\n${error instanceof Error ? error.stack : String(error)}`;
}
