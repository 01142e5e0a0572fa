/** Builds the browser's files when one of their sources changed since. `node` is the path of Node 24. */
export function bringBundle(node: string): Promise<void>;
