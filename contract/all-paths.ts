import { EXTENSION_PATHS } from "#extensions/contract.ts";
import { BROWSER_PATHS, SYSTEM_PATHS } from "./paths.ts";

/**
 * The method and path of every call under `/public-api` (specification 7, decisions 7). `contract/shop/calls.ts` adds
 * the schemas, which only the server and the OpenAPI document need. No page loads this table.
 */
export const PATHS = { ...BROWSER_PATHS, ...SYSTEM_PATHS, ...EXTENSION_PATHS } as const;
export type EndpointName = keyof typeof PATHS;
