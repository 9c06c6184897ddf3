import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { collectErrorTexts, renderErrorTexts } from '../src/error-texts.mjs';

it('errors.md matches the answers of the servers', async () => {
  const page = await readFile(new URL('../errors.md', import.meta.url), 'utf8');
  expect(renderErrorTexts(await collectErrorTexts())).toBe(page);
});
