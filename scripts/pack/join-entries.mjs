import path from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Writes the entries of a package, each with what it needs; what several need, or what is loaded later, stands in
 * files of its own. Whatever comes from another package is imported from there.
 *
 * @param {string} folder
 * @param {string} dist
 * @param {Readonly<Record<string, { readonly '@recourse/source': string, readonly default: string }>>} exports
 */
export const joinEntries = async (folder, dist, exports) => {
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
  await bundle.write({ dir: dist, format: 'esm', sourcemap: true, chunkFileNames: 'parts/[name]-[hash].js' });
  await bundle.close();
};

/** A module that asks where it stands would get another answer here than it was written for. */
const placeless = {
  name: 'placeless',
  transform: (/** @type {string} */ code, /** @type {string} */ id) => {
    if (path.isAbsolute(id) && /\bimport\.meta\b/u.test(code))
      throw new Error(`${id} reads its own location, and cannot be joined with others`);
  },
};
