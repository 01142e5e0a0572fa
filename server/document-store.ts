import { join } from "node:path";
import { EXTENSIONS } from "#extensions/index.ts";
import type { Config } from "./config/config.ts";
import type { StoreOfDocuments } from "./extension/adapters.ts";
import { connectPort } from "./extension/ports.ts";
import { documentFiles } from "./integrations/documents/files.ts";

/** Connects the configured store of documents, for the shop and for commands. */
export async function connectDocuments({ documents, dataDir }: Config): Promise<StoreOfDocuments> {
  if (documents.provider !== "files") return connectPort(EXTENSIONS, "documents", documents, {});
  const place = join(dataDir, "documents");
  return { store: documentFiles(place), place };
}
