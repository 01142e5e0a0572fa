/**
 * The content security policy of a page in development, with additions for Vite: inline styles (without the hashes, which would
 * disable 'unsafe-inline') and a web socket.
 */
export function devPolicy(policy: string): string {
  return policy
    .split(/;\s*/)
    .map((directive) => {
      const [name, ...sources] = directive.split(" ");
      if (name === "style-src")
        return [name, ...sources.filter((source) => !source.startsWith("'sha256-")), "'unsafe-inline'"].join(" ");
      return name === "connect-src" ? `${directive} ws: wss:` : directive;
    })
    .join("; ");
}
