import { isDeepStrictEqual } from 'node:util';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';
import { parseDocument, stringify as stringifyYaml } from 'yaml';
import { readFrontMatter } from './read-front-matter.ts';
import { splitPage } from './split-page.ts';

type Values = Readonly<Record<string, unknown>>;

/** Long lines stay whole: a changed key must not rewrap its neighbours. */
const yamlStyle = { lineWidth: 0, flowCollectionPadding: false } as const;

/**
 * Sets keys of the front matter and leaves the others, with their comments, as they are. A page without front matter
 * gets one in YAML. Returns undefined if the front matter cannot be read.
 */
export const writeFrontMatter = (page: string, updates: Values): string | undefined => {
  const { values } = readFrontMatter(page);
  if (!values) return undefined;
  const changed = Object.entries(updates).filter(
    ([key, value]) => !isDeepStrictEqual(plain(values[key]), plain(value)),
  );
  if (changed.length === 0) return page;
  const { format, block, blockStart, bodyStart } = splitPage(page);
  const next = Object.fromEntries(changed);
  if (format === 'none') return `---\n${stringifyYaml(next, yamlStyle)}---\n\n${page}`;
  const written = format === 'yaml' ? updateYaml(block, next) : updateToml(block, next);
  return page.slice(0, blockStart) + written + page.slice(blockStart + block.length, bodyStart) + page.slice(bodyStart);
};

/** Removes keys of the front matter and leaves the others as they are. Undefined if the front matter cannot be read. */
export const removeFrontMatter = (page: string, keys: readonly string[]): string | undefined => {
  const { values } = readFrontMatter(page);
  if (!values) return undefined;
  const removed = keys.filter((key) => Object.hasOwn(values, key));
  if (removed.length === 0) return page;
  const { format, block, blockStart } = splitPage(page);
  const written = format === 'yaml' ? removeFromYaml(block, removed) : removeFromToml(block, removed);
  return page.slice(0, blockStart) + written + page.slice(blockStart + block.length);
};

const removeFromYaml = (block: string, keys: readonly string[]): string => {
  const document = parseDocument(block, { logLevel: 'silent' });
  for (const key of keys) document.delete(key);
  return document.toString({ ...yamlStyle, indentSeq: !flatList.test(block) });
};

const removeFromToml = (block: string, keys: readonly string[]): string => {
  const wanted = Object.fromEntries(Object.entries(parseToml(block)).filter(([key]) => !keys.includes(key)));
  const lines = block.split('\n').filter((line) => !keys.includes(line.split('=', 1)[0]?.trim() ?? ''));
  return isWritten(lines.join('\n'), wanted) ? lines.join('\n') : `${stringifyToml(wanted).trimEnd()}\n`;
};

/** A page with this front matter in place of its own. */
export const replaceFrontMatter = (page: string, values: Values): string => {
  const { bodyStart, unclosed } = splitPage(page);
  const body = unclosed ? page.slice(page.indexOf('\n') + 1) : page.slice(bodyStart);
  return `---\n${stringifyYaml(values, yamlStyle)}---\n${body.startsWith('\n') || body === '' ? '' : '\n'}${body}`;
};

/** A list whose items are not indented. */
const flatList = /^[\w-]+:[ \t]*\n- /mu;

const updateYaml = (block: string, updates: Values): string => {
  const document = parseDocument(block, { logLevel: 'silent' });
  for (const [key, value] of Object.entries(updates))
    document.set(key, isScalar(value) ? value : document.createNode(value));
  return document.toString({ ...yamlStyle, indentSeq: !flatList.test(block) });
};

/** A scalar that is set as it is keeps the comment behind it. */
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Replaces or adds single lines. If the result is not what was meant, the whole block is written again. */
const updateToml = (block: string, updates: Values): string => {
  let lines = block.split('\n');
  for (const [key, value] of Object.entries(updates)) {
    const line = stringifyToml({ [key]: value }).trimEnd();
    const name = line.slice(0, line.indexOf('=')).trimEnd();
    const firstTable = lines.findIndex((text) => text.trimStart().startsWith('['));
    const end = firstTable === -1 ? lines.length - 1 : firstTable;
    const at = lines.findIndex((text, index) => index < end && text.split('=', 1)[0]?.trim() === name);
    lines = at === -1 ? lines.toSpliced(end, 0, line) : lines.with(at, line);
  }
  const wanted = { ...parseToml(block), ...updates };
  const written = lines.join('\n');
  return isWritten(written, wanted) ? written : `${stringifyToml(wanted).trimEnd()}\n`;
};

const isWritten = (block: string, wanted: Values): boolean => {
  try {
    return isDeepStrictEqual(plain(parseToml(block)), plain(wanted));
  } catch {
    return false;
  }
};

/** As JSON: dates of TOML and strings with the same date are equal. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value) ?? 'null');
