import { readFileSync } from 'node:fs';
import { isJsonObject } from '@recourse/contract';
import type { Check } from '../check.ts';

export const nodeCheck: Check = {
  name: 'node',
  run: ({ node }) => {
    const needed = neededVersion();
    return Promise.resolve(
      isAtLeast(node, needed)
        ? [{ verdict: 'fine', says: `Node ${node}` }]
        : [{ verdict: 'broken', says: `Node ${node} is too old`, todo: `Install Node ${needed} or newer.` }],
    );
  },
};

/** As the package says it. */
const neededVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const engines = isJsonObject(manifest) ? manifest['engines'] : undefined;
  const range = isJsonObject(engines) ? engines['node'] : undefined;
  return String(range).replace(/^>=/u, '');
};

const isAtLeast = (version: string, needed: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
};
