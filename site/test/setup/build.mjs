import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Builds the site as `npm run build` does. A link that leads nowhere fails the build already. */
export default function build() {
  const site = path.resolve(import.meta.dirname, '..', '..');
  const vitepress = path.join(site, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitepress, 'build'], { cwd: site, encoding: 'utf8' });
  if (status !== 0) throw new Error(`vitepress build ended with ${status}:\n${stdout}${stderr}`);
}
