import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { Config } from "#server/config/config.ts";
import { libraryRules } from "./libraries.ts";

const missingLibraries = (config: Config, root?: URL) => libraryRules(root).flatMap((rule) => rule(config));

const settings = (
  payment: string,
  documents: string,
  sms: string,
  telemetry = "off",
  deskLogin = "invitations",
  agents = "off",
  network = "off",
) =>
  ({
    payment: { provider: payment },
    paymentBefore: { provider: "none" },
    documents: { provider: documents },
    sms: { provider: sms },
    telemetry: { provider: telemetry },
    deskLogin: { provider: deskLogin },
    agents: { provider: agents },
    network: { provider: network },
  }) as unknown as Config;
const ALL = settings("worldline", "s3", "smpp", "otlp", "oidc", "ucp");

test("an installed library is not missing, whatever the settings", () => {
  expect(missingLibraries(ALL)).toEqual([]);
});

test("each missing library that the settings need is reported with its setting and how to install it", () => {
  const empty = pathToFileURL(`${mkdtempSync(join(tmpdir(), "kasse-"))}/`);
  const missing = missingLibraries(ALL, empty);
  const folders = readdirSync("libraries", { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name);
  expect(folders.every((folder) => missing.some((line) => line.includes(`--prefix libraries/${folder}\``)))).toBe(true);
  expect(missing).toHaveLength(folders.length);
  expect(missing.join()).toContain("DESK_LOGIN=oidc needs the library openid-client");
  expect(missingLibraries(settings("sandbox", "files", "sandbox"), empty)).toEqual([]);
  const network = settings("sandbox", "files", "sandbox", "off", "invitations", "off", "camara");
  expect(missingLibraries(network, empty)).toEqual([
    expect.stringMatching(/^NETWORK=camara needs .* libraries\/openid`/),
  ]);
});
