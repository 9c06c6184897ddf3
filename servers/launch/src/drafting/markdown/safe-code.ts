import { visible } from './escape-text.ts';

const call = /\{\{([<%])(?!\/\*)([^\n]*?)([>%])\}\}/g;
const start = /\{\{[<%]/g;
const escaped = /\{\{(?:<\/\*(?:(?!\*\/)[^\n])*\*\/>|%\/\*(?:(?!\*\/)[^\n])*\*\/%)\}\}/g;

/**
 * Makes code safe for a page. Hugo looks for shortcodes in code too, so calls are written in Hugo's own escaped form,
 * which it shows as they were. Returns undefined for code that has a start of a call and no end: it cannot be shown.
 */
const safeCode = (code: string): string | undefined => {
  const plain = visible(code);
  if (!plain.includes('{{')) return plain;
  const written = plain.replaceAll(call, (whole, open: string, inner: string, close: string) =>
    (open === '<' ? '>' : '%') === close && !inner.includes('*/') ? `{{${open}/*${inner}*/${close}}}` : whole,
  );
  const starts = written.match(start)?.length ?? 0;
  const safe = written.match(escaped)?.length ?? 0;
  return starts === safe ? written : undefined;
};

/** Commands are shown without the prompt, so that they can be copied. */
const withoutPrompt = (code: string, language: string): string => {
  const lines = code.split('\n');
  const isShell = ['', 'text', 'sh', 'bash', 'shell', 'console', 'zsh', 'shell-session'].includes(language);
  return isShell && lines.every((line) => line.trim() === '' || /^\s*\$ /.test(line))
    ? lines.map((line) => line.replace(/^\s*\$ /, '')).join('\n')
    : code;
};

/** Linters refuse tabs, and browsers show them eight columns wide. Only makefiles need them. */
const withoutTabs = (code: string, language: string): string =>
  /^(?:make|makefile|tsv)$/.test(language) ? code : code.replaceAll('\t', '    ');

/** Writes a code block. Undefined if the code cannot be shown. */
export const fenceOf = (code: string, language: string): string | undefined => {
  const safe = safeCode(withoutTabs(withoutPrompt(code, language), language).replace(/^\n+|\s+$/g, ''));
  if (safe === undefined || safe.trim() === '') return undefined;
  const longest = Math.max(2, ...(safe.match(/`+/g) ?? []).map((run) => run.length));
  const mark = '`'.repeat(longest + 1);
  const name = /^[\w+#.-]{1,30}/.exec(language)?.[0] ?? 'text';
  return `${mark}${name}\n${safe
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n${mark}`;
};

/** Writes code inside a line. */
export const inlineCode = (code: string): string | undefined => {
  const safe = safeCode(code.replaceAll(/\s+/g, ' '));
  if (safe === undefined || safe.trim() === '') return undefined;
  const longest = Math.max(0, ...(safe.match(/`+/g) ?? []).map((run) => run.length));
  const mark = '`'.repeat(longest + 1);
  const space = safe.startsWith('`') || safe.endsWith('`') ? ' ' : '';
  return mark + space + safe.trim() + space + mark;
};
