// Creates the release files from the commit that is checked out.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { notesOf, reasonsAgainst } from "./release/checks.ts";

const HELP = `npm run release -- <version> [--out <folder>] [--image <name>]

Checks that the version is complete (package.json, CHANGELOG.md, everything committed, no such tag), and writes into
the folder: the archive with the built files, notes, the bill of materials (CycloneDX), the licences of all packages,
the provenance and the checksums.
--image also builds and pushes that image, such as registry.example.ch/kasse, with Docker's own bill of materials and
provenance.
--out is release/<version> if not given. See docs/releasing.md.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string" }, image: { type: "string" }, help: { type: "boolean", default: false } },
});
const [version] = positionals;
if (values.help || version === undefined) {
  console.log(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  release(version, resolve(values.out ?? `release/${version}`));
}

function release(wanted: string, folder: string): void {
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  const reasons = reasonsAgainst({
    version: wanted,
    packageVersion: (JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version,
    changelog,
    tags: lines(git("tag", "--list")),
    changed: lines(git("status", "--porcelain")).map((line) => line.slice(3)),
  });
  if (reasons.length > 0) {
    for (const reason of reasons) console.error(`release: ${reason}`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(folder, { recursive: true });
  const archive = `kasse-${wanted}.tar.gz`;
  writeArchive(`kasse-${wanted}`, join(folder, archive));
  writeFileSync(join(folder, "notes.md"), `${notesOf(changelog, wanted) ?? ""}\n`);
  execFileSync(process.execPath, ["tools/sbom.ts", "--out", join(folder, "sbom.cdx.json")], { stdio: "inherit" });
  execFileSync(process.execPath, ["tools/notices.ts", "--out", join(folder, "THIRD_PARTY_NOTICES.txt")], {
    stdio: "inherit",
  });
  writeFileSync(join(folder, "provenance.json"), `${JSON.stringify(provenance(archive, folder), null, 2)}\n`);
  const sums = readdirSync(folder)
    .filter((name) => !name.startsWith("SHA256SUMS"))
    .map((name) => `${sha256(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  if (values.image !== undefined) buildImage(`${values.image}:${wanted}`);
  console.log(`${folder} has the files of ${wanted}. Next: \`git tag -s v${wanted}\`, and sign SHA256SUMS.`);
}

/**
 * Writes an archive of the commit's files and the built ones. All have the commit's time, so that the same commit
 * always gives the same archive.
 */
function writeArchive(name: string, file: string): void {
  const folder = mkdtempSync(join(tmpdir(), "kasse-release-"));
  try {
    mkdirSync(join(folder, name));
    const tar = execFileSync("git", ["archive", "HEAD"], { maxBuffer: 1024 ** 3 });
    execFileSync("tar", ["--extract", "--directory", join(folder, name)], { input: tar });
    cpSync("dist", join(folder, name, "dist"), { recursive: true });
    const same = [
      "--sort=name",
      "--owner=0",
      "--group=0",
      "--numeric-owner",
      `--mtime=@${git("log", "-1", "--format=%ct")}`,
    ];
    const packed = execFileSync("tar", ["--create", ...same, "--directory", folder, name], { maxBuffer: 1024 ** 3 });
    writeFileSync(file, execFileSync("gzip", ["--no-name", "--best"], { input: packed, maxBuffer: 1024 ** 3 }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the archive's provenance as an in-toto statement with SLSA's predicate. It proves the origin only once
 * SHA256SUMS is signed.
 */
function provenance(archive: string, folder: string): unknown {
  const commit = git("rev-parse", "HEAD");
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: archive, digest: { sha256: sha256(join(folder, archive)) } }],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "npm run release",
        externalParameters: { version },
        internalParameters: { node: process.version },
        resolvedDependencies: [
          { name: "commit", digest: { gitCommit: commit } },
          { name: "package-lock.json", digest: { sha256: sha256("package-lock.json") } },
        ],
      },
      runDetails: { builder: { id: process.env["CI"] ? "continuous integration" : "a developer's machine" } },
    },
  };
}

function buildImage(tag: string): void {
  const libraries = `LIBRARIES=${readdirSync("libraries", { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .join(" ")}`;
  const proof = ["--provenance=mode=max", "--sbom=true"];
  const options = ["buildx", "build", ...proof, "--build-arg", libraries, "--tag", tag, "--push", "."];
  execFileSync("docker", options, { stdio: "inherit" });
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function git(...options: string[]): string {
  return execFileSync("git", options, { encoding: "utf8" }).trimEnd();
}

function lines(text: string): readonly string[] {
  return text.split("\n").filter(Boolean);
}
