/** Builds the browser's files if a source has changed. `node`: the path of Node 24. */
export function ensureBundle(node: string): Promise<void>;
/** Builds the programs for Node (server, commands, simulator) if a source has changed. */
export function ensurePrograms(node: string): Promise<void>;
