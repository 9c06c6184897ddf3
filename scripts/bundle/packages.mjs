import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * Packages that a bundle does without: drivers of stores, which are loaded only when somebody asks for their store.
 * One is native code, which would bind the bundle to one system.
 */
const leftOut = new Set(['libsql', 'pg']);

/** What runs, and whose it is. Types, maps, sources and pages about it stay behind. */
const isCarried = (/** @type {string} */ file) =>
  /\.(?:js|mjs|cjs|json)$/u.test(file) || /^(?:licen[cs]e|notice|copying)/iu.test(path.basename(file));

/**
 * The files of packages and of everything that they depend on, by their paths around one node_modules.
 *
 * @param {string} root The repository, with its dependencies installed.
 * @param {readonly string[]} names
 * @param {(folder: string) => Promise<string>} publish Makes one of our own packages as it is published, and says where.
 * @returns {Promise<Map<string, Buffer>>}
 */
export const collectPackages = async (root, names, publish) => {
  const files = new Map();
  /** Where each package stands in the bundle, by its folder. @type {Map<string, string>} */
  const places = new Map([[root, '']]);
  const waiting = names.map((name) => ({ name, from: root }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { folder, place } = findPackage(next, places);
    if (places.has(folder)) continue;
    places.set(folder, place);
    const isOurs = place.startsWith('node_modules/@recourse/');
    const source = isOurs ? await publish(folder) : folder;
    for (const file of filesOf(source, isOurs)) files.set(`${place}/${file}`, readFileSync(path.join(source, file)));
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) if (!leftOut.has(name)) waiting.push({ name, from: folder });
  }
  return files;
};

/**
 * Where Node would find a package: beside the one that wants it, or further up.
 *
 * @param {{ name: string, from: string }} wanted
 * @param {ReadonlyMap<string, string>} places
 */
const findPackage = ({ name, from }, places) => {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    const place = places.get(folder);
    if (place !== undefined && existsSync(candidate)) {
      return { folder: realpathSync(candidate), place: path.posix.join(place, 'node_modules', name) };
    }
    if (path.dirname(folder) === folder) throw new Error(`${name}, which ${from} needs, is not installed`);
  }
};

/** Of our own packages only what runs is carried. */
const filesOf = (/** @type {string} */ folder, /** @type {boolean} */ isOurs) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !/(?:^|\/)node_modules\//u.test(file) && isCarried(file))
    .filter((file) => !isOurs || file === 'package.json' || file.startsWith('dist/'));
