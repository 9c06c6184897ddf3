import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** Drivers of stores, which are loaded only with their store. Bundles use memory unless they carry a driver as native. */
const leftOut = new Set(['libsql', 'pg']);

/** Code, its data and its licence, without types, maps and pages. */
const isCarried = (/** @type {string} */ file) =>
  /\.(?:js|mjs|cjs|json|wasm)$/u.test(file) || /^(?:licen[cs]e|notice|copying)/iu.test(path.basename(file));

/** Our own packages also load programs of threads from `src`, and data from other folders. */
const isOwnCarried = (/** @type {string} */ file) => !/\.(?:ts|map)$|^README\.md$/u.test(file);

/** A native program may read files of any kind beside it. */
const isNativeCarried = (/** @type {string} */ file) => !file.endsWith('.map');

/**
 * The files of packages and of everything that they depend on, by their paths in the bundle.
 *
 * @param {string} root The repository, with its dependencies installed.
 * @param {readonly string[]} names
 * @param {{ publish: (folder: string) => Promise<string>, native?: readonly string[] }} options `publish` makes one of
 *   our own packages in its published form and returns its folder. `native` names packages that are carried whole, with
 *   what they need on this platform.
 * @returns {Promise<Map<string, { bytes: Buffer, isExecutable: boolean }>>}
 */
export const collectPackages = async (root, names, { publish, native = [] }) => {
  const files = new Map();
  const whole = new Set(native);
  /** The path of each package in the bundle, by its folder. @type {Map<string, string>} */
  const places = new Map([[root, '']]);
  const waiting = names.map((name) => ({ name, from: root }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { folder, place } = findPackage(next, places);
    if (places.has(folder)) continue;
    places.set(folder, place);
    const isOurs = place.startsWith('node_modules/@recourse/');
    const source = isOurs ? await publish(folder) : folder;
    const isWhole = whole.has(next.name);
    const carried = isWhole ? isNativeCarried : isOurs ? isOwnCarried : isCarried;
    for (const file of filesOf(source).filter(carried)) {
      const from = path.join(source, file);
      const isExecutable = isWhole && (statSync(from).mode & 0o111) !== 0;
      files.set(`${place}/${file}`, { bytes: readFileSync(from), isExecutable });
    }
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    );
    for (const name of Object.keys(dependencies))
      if (!leftOut.has(name) || whole.has(name)) waiting.push({ name, from: folder });
    // npm installs the native part for this platform only.
    for (const name of isWhole ? Object.keys(optionalDependencies) : []) {
      if (!existsSync(path.join(root, 'node_modules', name))) continue;
      whole.add(name);
      waiting.push({ name, from: folder });
    }
  }
  return files;
};

/**
 * The folder in which Node finds a package that another one imports.
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

/** The files of a package, without those of packages that are installed in it. */
const filesOf = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !/(?:^|\/)node_modules\//u.test(file));
