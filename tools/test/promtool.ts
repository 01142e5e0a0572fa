import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const PATH = "/usr/bin/promtool";

/**
 * Returns the path of Prometheus's own tool, which checks and tests rules. If it is missing, installs Debian's as root.
 * Null if it cannot be installed.
 */
export function ensurePromtool(): string | null {
  const chosen = process.env["PROMTOOL_PATH"];
  if (chosen) return chosen;
  if (!existsSync(PATH) && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const install = "apt-get update -qq && apt-get install -y -qq --no-install-recommends prometheus >/dev/null";
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    // If the package registry cannot be reached, the tool stays missing, and the test reports that.
    try {
      execFileSync("/bin/sh", ["-c", install], { env, stdio: "ignore" });
    } catch {
      return null;
    }
  }
  return existsSync(PATH) ? PATH : null;
}
