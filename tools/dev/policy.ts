/**
 * The page's own policy with what Vite needs on top, in development only: it writes styles into the page (a hash beside
 * 'unsafe-inline' would take that back) and listens on a web socket.
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
