// Extracts from a lock file the part that some packages need.

const MODULES = "node_modules/";

/**
 * Returns the path where the package at `from` finds another package: in its own folder, else in the nearest folder
 * above. Undefined if it is missing.
 */
function installedFor(from, name, packages) {
  const parents = from === "" ? [] : from.split(`/${MODULES}`);
  for (let depth = parents.length; depth > 0; depth--) {
    const path = [...parents.slice(0, depth), name].join(`/${MODULES}`);
    if (path in packages) return path;
  }
  return MODULES + name in packages ? MODULES + name : undefined;
}

/**
 * Returns the packages that npm installs along with a package. Optional peers are excluded; optional dependencies are
 * included if the lock file has them.
 */
function neededBy({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/** Returns the paths of some packages of the project, with all their dependencies. */
export function closureOf(packages, names) {
  const found = new Set();
  const waiting = names.map((name) => ["", name]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = installedFor(next[0], next[1], packages);
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    waiting.push(...neededBy(packages[path]).map((name) => [path, name]));
  }
  return found;
}

/**
 * Returns a reduced package.json and lock file with only the named development packages, so that `npm ci` installs only
 * these and the packages that the shop needs at runtime.
 */
export function partOf(manifest, lock, names) {
  const devDependencies = Object.fromEntries(names.map((name) => [name, manifest.devDependencies[name]]));
  const { name, version, license, dependencies, optionalDependencies, overrides, engines } = manifest;
  const root = { name, version, license, dependencies, devDependencies, optionalDependencies, engines };
  const roots = [dependencies, devDependencies, optionalDependencies].flatMap((each) => Object.keys(each));
  const kept = closureOf(lock.packages, roots);
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([path]) => kept.has(path)));
  return {
    manifest: { ...root, private: true, overrides },
    lock: { ...lock, packages: { "": root, ...packages } },
  };
}
