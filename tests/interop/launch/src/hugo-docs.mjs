import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withArchive } from './debian-sources.mjs';

/** The source of hugo, which holds the site https://gohugo.io with its theme (Apache License 2.0). */
const hugoSource = {
  binary: 'hugo',
  archive: 'hugo_0.111.3.orig.tar.gz',
  sha256: 'b6eeb13d9ed2e5d5c6895bae56480bf0fec24a564ad9d17c90ede14a7b240999',
};

/** Parts that take long to build, because of their images. */
const slow = ['content/en/showcase', 'content/en/news', 'content/zh'];
/** Shortcodes that load from the network while the site is built. */
const loads = /\{\{< *(?:tweet|instagram)/u;

/** Gives the documentation of hugo, a real site of other people, as a git directory to `use`. */
export const withHugoDocs = (use) =>
  withArchive(hugoSource, async (source) => {
    const site = path.join(source, 'docs');
    for (const part of slow) rmSync(path.join(site, part), { recursive: true, force: true });
    const content = path.join(site, 'content');
    for (const entry of readdirSync(content, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile() && loads.test(readFileSync(file, 'utf8'))) rmSync(file);
    }
    commit(site);
    return use(path.join(site, '.git'));
  });

const commit = (folder) => {
  const who = ['-c', 'user.name=Acme', '-c', 'user.email=acme@example.org'];
  for (const words of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all', '--force'],
    ['commit', '--quiet', '--message', 'Begin'],
  ]) {
    const { status, stderr } = spawnSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${words[0]}: ${stderr}`);
  }
};
