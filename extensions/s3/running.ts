import type { Adapters } from "#server/extension/adapters.ts";
import { s3Documents } from "./store.ts";

export const ports = {
  documents: { s3: (settings) => ({ store: s3Documents(settings), place: `the bucket ${settings.bucket}` }) },
} satisfies Adapters;
