import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Files that scripts write: their words are counted where they come from. */
const generated =
  /^(?:docs\/reference|tests\/snapshots|servers\/aql\/adapters)\/|^docs\/(?:benchmarks|recovery)\.md$|^tests\/interop\/ordinary\/errors\.md$/;
/** The table of patterns quotes the phrases that it forbids. */
const excepted = 'scripts/voice/patterns.mjs';
const ignored = /(?:^|\/)(?:node_modules|dist|\.git|\.recourse)$|^coverage$/;
const readable = /(?<!\.d)\.(?:md|[cm]?[jt]s)$/;

/**
 * Lists the files that contain sentences of the project, relative to the root and with `/` as the separator.
 *
 * @param {string} root
 * @returns {readonly string[]}
 */
export const findFiles = (root) => {
  /** @type {(folder: string) => readonly string[]} */
  const filesIn = (folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return ignored.test(name) ? [] : filesIn(name);
      return entry.isFile() && readable.test(name) ? [name] : [];
    });
  return filesIn('')
    .filter((file) => !generated.test(file) && file !== excepted)
    .sort();
};

/** Whether a file is part of a test. @type {(file: string) => boolean} */
export const isTest = (file) => /\.test\.[cm]?[jt]s$|(?:^|\/)(?:tests?|testing)\//.test(file);

/** The package, server, folder of docs/ or top folder that a file belongs to. @type {(file: string) => string} */
export const areaOf = (file) => {
  const [top = '', second, third] = file.split('/');
  if (second === undefined) return 'root';
  return third !== undefined && ['packages', 'servers', 'plugins', 'docs'].includes(top) ? `${top}/${second}` : top;
};
