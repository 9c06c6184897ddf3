import path from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Bundles each entry of a package with its modules. Modules that several entries need, or that are loaded later, get
 * files of their own. Modules of other packages are not bundled.
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

/** Rejects modules that use `import.meta`: in a bundle they would get the wrong location. */
const placeless = {
  name: 'placeless',
  transform: (/** @type {string} */ code, /** @type {string} */ id) => {
    if (path.isAbsolute(id) && /\bimport\.meta\b/u.test(code))
      throw new Error(`${id} reads its own location, and cannot be joined with others`);
  },
};
