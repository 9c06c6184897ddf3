import { readFile } from 'node:fs/promises';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../../../../docs/guide/deployment.md');

/** The fenced blocks of the guide's steps: their language and text, in order, under the heading that they follow. */
export const readGuide = async () => {
  const text = await readFile(file, 'utf8');
  const [, steps = ''] = /## Step by step\n(.*?)\n## How requests are distributed/su.exec(text) ?? [];
  const blocks = [];
  let heading = 'Step by step';
  for (const [, title, language, body] of steps.matchAll(/^### ([^\n]+)$|^```(\w+)\n(.*?)^```$/gmsu)) {
    if (title !== undefined) heading = title;
    else blocks.push({ heading, language, body });
  }
  return blocks;
};
