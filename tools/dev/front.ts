import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, relative, resolve, sep } from "node:path";
import { json } from "node:stream/consumers";
import { createServer, type Connect, type EnvironmentModuleNode, type Plugin, type ViteDevServer } from "vite";
import type { Config } from "#server/config/config.ts";
import type { Page } from "#contract/page.ts";
import type { Renderer } from "#server/pages/rendered.ts";
import { CHANGED_EVENT, ENTRY_PATHS, entryScript, RENDER_PATH, type DevPage, devPolicy } from "./pages.ts";
import { ENTRY, PLAIN_SCRIPTS } from "#web/assets.ts";
import type { Shop } from "./shop.ts";

const SERVER_ENTRY = "/web/server-entry.tsx";
/** Prefixes of the paths that Vite serves; all others go to the shop. */
const VITE_PATHS = ["@", "web/", "extensions/", "core/", "contract/", "locales/", "node_modules/"];
const SHOP_PATHS = `^/(?!${VITE_PATHS.join("|")})`;

const ENTRIES: Readonly<Record<string, string>> = {
  [ENTRY_PATHS.checkout]: ENTRY,
  [ENTRY_PATHS.shop]: PLAIN_SCRIPTS.shop,
};

/**
 * Starts Vite on PORT, in front of the shop. Vite serves modules, styles and hot updates, and proxies everything else.
 */
export async function startVite(config: Config, shop: Shop): Promise<ViteDevServer> {
  const vite = await createServer({
    appType: "custom",
    clearScreen: false,
    logLevel: "warn",
    plugins: [shopPlugin(config, shop)],
    // Makes Vite find libraries before the first request, because finding one later reloads the page.
    optimizeDeps: { entries: ["web/client-entry.tsx", "web/**/*.tsx"] },
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      allowedHosts: [new URL(config.publicUrl).hostname],
      watch: {
        ignored: [config.dataDir, ".data", ".node", "dist", "test-results"].map((name) => `${resolve(name)}/**`),
      },
      proxy: {
        [SHOP_PATHS]: {
          target: shop.origin,
          configure(proxy) {
            proxy.on("proxyRes", ({ headers }) => {
              const policy = headers["content-security-policy"];
              if (typeof policy === "string") headers["content-security-policy"] = devPolicy(policy);
            });
          },
        },
      },
    },
  });
  await vite.listen();
  return vite;
}

/** Renders pages for the shop, delays requests while it restarts, and restarts it when its files change. */
function shopPlugin({ brandFile, catalogueDir, lawFile }: Config, shop: Shop): Plugin {
  const shopFolders = [
    "server",
    "extensions",
    "core",
    "contract",
    "simulator",
    "locales",
    dirname(brandFile),
    dirname(lawFile),
    catalogueDir,
  ].map((each) => resolve(each));
  return {
    name: "kasse:shop",
    resolveId: (id) => (id in ENTRIES ? id : null),
    load: (id) => (id in ENTRIES ? entryScript(ENTRIES[id] ?? "") : null),
    configureServer(vite) {
      vite.watcher.add(shopFolders);
      vite.watcher.on("all", (_event, file) => {
        const inside = shopFolders.some((folder) => !relative(folder, file).startsWith("..") && file.includes(sep));
        if (!relative(resolve("web"), file).startsWith("..")) vite.environments.client.hot.send(CHANGED_EVENT);
        if (inside && !/\.test\.tsx?$/.test(file)) shop.restart(file);
      });
      vite.middlewares.use(RENDER_PATH, (request, response) => void render(vite, request, response));
      vite.middlewares.use(waitForShop(shop));
    },
  };
}

/** Delays requests to the shop until it is ready. */
function waitForShop(shop: Shop): Connect.NextHandleFunction {
  const pattern = new RegExp(SHOP_PATHS);
  const answer = async (response: ServerResponse, next: Connect.NextFunction) => {
    const ready = await shop.ready();
    if (ready) next();
    else response.writeHead(503).end("The shop does not start; see the terminal of `npm run dev`.");
  };
  return (request, response, next) => {
    if (pattern.test(request.url ?? "")) void answer(response, next);
    else next();
  };
}

async function render(vite: ViteDevServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { page, path } = (await json(request)) as { page: Page; path: string };
    const entry = (await vite.ssrLoadModule(SERVER_ENTRY)) as { render: Renderer };
    const answer: DevPage = { rendered: await entry.render(page, path), styles: await stylesOf(vite) };
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error);
    response.statusCode = 500;
    response.end(error instanceof Error ? error.stack : String(error));
  }
}

/** Returns all styles that the renderer imports, in import order, after those of the client entry. */
async function stylesOf({ environments: { ssr } }: ViteDevServer): Promise<readonly string[]> {
  const styles = new Set(["/web/styles/tokens.css", "/web/styles/base.css"]);
  const seen = new Set<EnvironmentModuleNode>();
  const visit = (module: EnvironmentModuleNode | undefined) => {
    if (!module || seen.has(module)) return;
    seen.add(module);
    if (module.url.endsWith(".css")) styles.add(module.url);
    module.importedModules.forEach(visit);
  };
  visit(await ssr.moduleGraph.getModuleByUrl(SERVER_ENTRY));
  return [...styles];
}
