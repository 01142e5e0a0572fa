/**
 * Handles a file of the desk that cannot be loaded: reloads the document, which may be older than the last upgrade and
 * request files that no longer exist. Without a network a reload would lose the page, so it waits for the network.
 */
export function reloadLater(error: unknown): never {
  if (navigator.onLine) location.reload();
  else addEventListener("online", () => location.reload(), { once: true });
  throw error;
}
