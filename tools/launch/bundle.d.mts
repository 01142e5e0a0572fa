/** Builds the browser's files if one of their sources has changed. `node` is the path of Node 24. */
export function ensureBundle(node: string): Promise<void>;
/** Builds the programs for Node (server, commands, simulator) if one of their sources has changed. */
export function ensurePrograms(node: string): Promise<void>;
