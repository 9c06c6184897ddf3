import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Bundles each entry of a package with its modules. Modules that several entries need, or that are loaded later, get
 * files of their own. Modules of other packages are not bundled.
 *
 * @param {string} folder
 * @param {string} dist
 * @param {{
 *   readonly name: string,
 *   readonly exports: Readonly<Record<string, { readonly '@recourse/source': string, readonly default: string }>>,
 *   readonly peerDependencies?: Readonly<Record<string, string>>,
 * }} manifest
 */
export const joinEntries = async (folder, dist, { name, exports, peerDependencies = {} }) => {
  const entries = Object.values(exports).map((entry) => [
    path.posix.relative('dist', entry.default).replace(/\.js$/u, ''),
    path.join(folder, entry['@recourse/source']),
  ]);
  const bundle = await rolldown({
    input: Object.fromEntries(entries),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
    plugins: [placeless],
  });
  const { output } = await bundle.write({
    dir: dist,
    format: 'esm',
    sourcemap: true,
    chunkFileNames: 'parts/[name]-[hash].js',
  });
  await bundle.close();
  if (!('zod' in peerDependencies)) return;
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  writeFileSync(path.join(dist, zodCheck), checkOf(name));
  for (const { fileName } of output.filter(
    (chunk) => chunk.type === 'chunk' && chunk.isEntry && reaches(chunk, chunks),
  )) {
    const file = path.join(dist, fileName);
    const from = path.posix.relative(path.posix.dirname(fileName), zodCheck).replace(/^(?!\.)/u, './');
    // The first import is evaluated before all others. It shares a line with the next, so that source maps stay right.
    writeFileSync(file, `import '${from}';${readFileSync(file, 'utf8')}`);
  }
};

/** Whether a chunk loads zod, itself or through other chunks, when it is loaded. */
const reaches = (
  /** @type {import('rolldown').OutputChunk} */ { imports },
  /** @type {ReadonlyMap<string, import('rolldown').OutputChunk | import('rolldown').OutputAsset>} */ chunks,
  seen = new Set(),
) =>
  imports.some((name) => {
    if (name === 'zod') return true;
    const chunk = chunks.get(name);
    if (chunk?.type !== 'chunk' || seen.has(name)) return false;
    seen.add(name);
    return reaches(chunk, chunks, seen);
  });

const zodCheck = 'parts/zod-check.js';

/**
 * Rejects zod 3 by name. npm does not install it next to our packages, but other package managers only warn, and the
 * first use of something that zod 3 does not have would fail with a message that does not tell the reason.
 */
const checkOf = (/** @type {string} */ name) => `import { z } from 'zod';
if (z.core === undefined)
  throw new TypeError("${name} needs zod 4.2 or newer, but 'zod' is version 3 here. Run: npm install zod@^4.2");
`;

/** Rejects modules that use `import.meta`: in a bundle they would get the wrong location. */
const placeless = {
  name: 'placeless',
  transform: (/** @type {string} */ code, /** @type {string} */ id) => {
    if (path.isAbsolute(id) && /\bimport\.meta\b/u.test(code))
      throw new Error(`${id} reads its own location, and cannot be joined with others`);
  },
};
