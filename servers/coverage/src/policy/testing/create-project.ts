import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFolder } from '../../git/testing/create-repository.ts';

/** A folder with these files, gone after the test. */
export const createProject = (files: Readonly<Record<string, string>> = {}): string => {
  const root = createFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
};
