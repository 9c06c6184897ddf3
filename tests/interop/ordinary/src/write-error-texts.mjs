/** Regenerates errors.md: `node src/write-error-texts.mjs`. */
import { writeFile } from 'node:fs/promises';
import { collectErrorTexts, renderErrorTexts } from './error-texts.mjs';

await writeFile(new URL('../errors.md', import.meta.url), renderErrorTexts(await collectErrorTexts()));
