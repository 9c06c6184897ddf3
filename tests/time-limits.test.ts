import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const sources = ['packages', 'servers', 'plugins'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter(
      (name) => /[\\/]src[\\/].*\.ts$/.test(name) && !name.includes('node_modules') && !name.endsWith('.test.ts'),
    ),
);

it('no source combines AbortSignal.any with AbortSignal.timeout, which loses the limit on Node 20', () => {
  expect(sources.length).toBeGreaterThan(1000);
  const combining = sources.filter((name) => {
    const text = readFileSync(path.join(root, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    return text.includes('AbortSignal.any(') && text.includes('AbortSignal.timeout(');
  });
  expect(combining).toEqual([]);
});
