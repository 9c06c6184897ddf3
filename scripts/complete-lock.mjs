/**
 * Adds to a lock file the optional packages of other platforms that npm left out because the registry at hand does
 * not have them. Without their entries `npm ci` refuses the file. Run it after every `npm install`:
 * `node scripts/complete-lock.mjs [folder…]`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

for (const folder of process.argv.length > 2 ? process.argv.slice(2) : ['.']) complete(folder);

function complete(folder) {
  const file = path.join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  let added = 0;
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isPresent(lock.packages, place, name, version)) continue;
      const target = platformOf(name);
      if (!target) throw new Error(`${name} (of ${place}) is optional, missing, and names no platform`);
      const missing = { version, ...target, ...(entry.dev && { dev: true }), optional: true };
      lock.packages[freePlace(lock.packages, place, name)] = missing;
      added += 1;
    }
  }
  const packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages }, undefined, 2)}\n`);
  console.log(`${file}: ${added} entries added`);
}

/** npm resolves ranges; only the exact pins of platform packages are left out. */
function isPresent(packages, place, name, version) {
  const found = findEntry(packages, place, name);
  return found !== undefined && (found.version === version || !/^\d+\.\d+\.\d+/.test(version));
}

/** Finds a package where Node would: next to the one that depends on it, or further up. */
function findEntry(packages, place, name) {
  for (let at = place; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    const found = packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`];
    if (found || at === '') return found;
  }
}

/** Next to the package that depends on it, or inside that package if the place is taken by another version. */
function freePlace(packages, place, name) {
  const beside = `${place.slice(0, place.lastIndexOf('node_modules/'))}node_modules/${name}`;
  return packages[beside] ? `${place}/node_modules/${name}` : beside;
}

/** Reads `os`, `cpu` and `libc` from the name of a platform package. */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = systems.filter((system) => words.includes(system));
  const isArm = words.some((word) => /^(?:arm|armv[67].*|gnueabihf)$/.test(word));
  const cpu = isArm ? ['arm'] : processors.filter((processor) => words.includes(processor));
  if (cpu.includes('wasm32')) return { cpu: ['wasm32'] };
  if (os.length === 0) return undefined;
  const isMusl = words.some((word) => word.startsWith('musl'));
  const isGlibc = os.includes('linux') && words.some((word) => word.startsWith('gnu'));
  const libc = isMusl ? { libc: ['musl'] } : isGlibc ? { libc: ['glibc'] } : {};
  return { ...(cpu.length > 0 && { cpu }), ...libc, os };
}
