import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/threat-model.md'), 'utf8');

/** The tests that a promise names, as `file`: "title". */
const namedIn = (text: string): readonly (readonly [file: string, title: string])[] =>
  [...text.matchAll(/`([\w./-]+\.test\.(?:ts|mjs))`: "([^"]+)"/gu)].map(([, file = '', title = '']) => [file, title]);

const promises = page.split('\n').filter((line) => line.startsWith('- '));
const named = namedIn(page);

describe('docs/threat-model.md', () => {
  it('has a section for each of the five servers', () => {
    for (const server of ['github', 'coverage', 'launch', 'aql', 'stage']) expect(page).toContain(`\n## ${server}\n`);
    expect(promises.length).toBeGreaterThan(20);
  });

  it.each(promises)('names a test for the promise: %s', (promise) => {
    expect(namedIn(promise).length).toBeGreaterThan(0);
  });

  it.each(named)('names a test that exists: %s, %s', (file, title) => {
    const place = path.join(root, file);
    expect(existsSync(place)).toBe(true);
    const text = readFileSync(place, 'utf8');
    expect(["'", '"', '`'].some((quote) => text.includes(`(${quote}${title}${quote}`))).toBe(true);
  });
});
