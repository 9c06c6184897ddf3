/**
 * Makes the packages as they are published, from the built workspace:
 *
 * node scripts/pack.mjs [package…]       in dist/packages/@recourse/<package>, each a folder for `npm publish`
 * node scripts/pack.mjs --out <folder>   in another folder, as a node_modules would hold them
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packPackages, root } from './pack/pack-packages.mjs';

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: path.join(root, 'dist', 'packages') } },
  allowPositionals: true,
});
for (const { name, files } of await packPackages(positionals, path.resolve(values.out)))
  console.log(`${name}  ${files} files`);
