import path from 'node:path';
import { inTurn } from '../src/in-turn.mjs';
import { escape } from '../src/ordinal.mjs';
import { peers } from '../src/place.mjs';
import { pick } from '../src/tree.mjs';
import { CannotError, TaskFailure } from '../src/user.mjs';

const kinds = { textbox: 'textbox', searchbox: 'textbox', checkbox: 'checkbox', radio: 'radio', combobox: 'combobox' };

/**
 * Playwright MCP. It cannot start an app, so that it attaches to the debugging port of one. Without code and snapshots
 * its answers are shortest, and `browser_find` shows less than a snapshot does.
 */
export const driver = {
  name: 'playwright-mcp',
  launches: false,
  server: ({ folder, port }) => ({
    command: process.execPath,
    args: [
      path.join(peers, '@playwright/mcp/cli.js'),
      `--cdp-endpoint=http://127.0.0.1:${port}`,
      '--codegen=none',
      '--snapshot-mode=none',
      `--output-dir=${path.join(folder, 'playwright')}`,
    ],
  }),
  isFailure: (text) => text.startsWith('### Error'),
  probes: {
    snapshot: () => ['browser_snapshot', {}],
    // It has no tool for states; a snapshot of the element shows them.
    state: (target) => ['browser_snapshot', { target }],
    click: (target) => ['browser_click', { target }],
  },
  create: (call) => {
    const at = (handle) => (typeof handle === 'string' ? { target: handle } : handle);
    const lines = async (tool, args) => {
      const { ok, text } = await call(tool, args);
      if (!ok) throw new TaskFailure(text);
      return readLines(text);
    };
    const pattern = (wanted) =>
      wanted
        .flatMap(({ name, row }) => [name, row])
        .filter(Boolean)
        .map(escape)
        .join('|');

    /** A result may end before the element of its row: then the row is shown by itself. */
    const inRow = async (wanted) => {
      const found = await lines('browser_find', { regex: `${escape(wanted.row)}(?!\\d)` });
      const text = found.findIndex(({ name }) => name.includes(wanted.row));
      const row = rowAround(found, text);
      if (!row) throw new TaskFailure(`${wanted.row} is not shown`);
      const { role, name } = wanted;
      const inside = row.lines.filter((line) => line.role === role && line.name === name);
      if (inside.length === 1) return inside[0].handle;
      return pick(await lines('browser_snapshot', at(row.handle)), { role, name }).handle;
    };

    return {
      relaunch: () => {
        throw new CannotError('no tool starts an app');
      },
      see: async (wanted) => {
        if (wanted.length === 1 && wanted[0].row !== undefined) return [await inRow(wanted[0])];
        const isShort = wanted.length <= 6 && wanted.every(({ row, role }) => row === undefined && role !== 'editor');
        const found = isShort
          ? await lines('browser_find', { regex: pattern(wanted) })
          : await lines('browser_snapshot', {});
        return wanted.map((one) => locate(found, one));
      },
      texts: async () => (await call('browser_snapshot', {})).text,
      click: (handle) => call('browser_click', at(handle)),
      fillIn: (fields) =>
        call('browser_fill_form', {
          fields: fields.map(({ wanted, value, handle }) => ({
            ...at(handle),
            name: wanted.name,
            type: wanted.role === 'combobox' && !wanted.isList ? 'textbox' : kinds[wanted.role],
            value: String(value),
          })),
        }),
      edit: (handle, text) => editing(call, at(handle), text),
      upload: async (handle, file) => {
        const opened = await call('browser_click', at(handle));
        return opened.ok ? call('browser_file_upload', { paths: [file] }) : opened;
      },
      drop: (handle, file) => call('browser_drop', { ...at(handle), paths: [file] }),
      drag: (from, to) => call('browser_drag', { startTarget: from, endTarget: to }),
      answer: async (handle, { native, accept }) => {
        if (native) throw new CannotError('no tool answers native dialogs');
        await call('browser_click', at(handle));
        return call('browser_handle_dialog', { accept });
      },
      switchTo: async (title) => {
        const { text } = await call('browser_tabs', { action: 'list' });
        const index = new RegExp(`- (\\d+):[^\\n]*${escape(title)}`, 'u').exec(text)?.[1];
        if (index === undefined) return { ok: false, text };
        return call('browser_tabs', { action: 'select', index: Number(index) });
      },
      scroll: async (handle, pages) => {
        await call('browser_click', at(handle));
        let done = { ok: true, text: '' };
        const key = pages > 0 ? 'PageDown' : 'PageUp';
        for (let press = 0; press < Math.min(20, Math.max(1, Math.round(Math.abs(pages)))); press += 1)
          done = await call('browser_press_key', { key });
        return done;
      },
    };
  },
};

/** No tool types into the focus, so that an editor for code gets its text key by key. */
const editing = async (call, { target, isCode }, text) => {
  await call('browser_click', { target });
  const selected = await call('browser_press_key', { key: 'Control+a' });
  if (!isCode) return call('browser_type', { target, text });
  return selected.ok ? inTurn([...text], (key) => call('browser_press_key', { key })) : selected;
};

const rowRoles = new Set(['row', 'listitem', 'paragraph', 'region']);

/** The row around a line, with the lines in it. */
const rowAround = (lines, at) => {
  let depth = lines[at]?.depth ?? 0;
  for (let index = at; index >= 0; index -= 1) {
    const line = lines[index];
    if (index !== at && line.depth >= depth) continue;
    ({ depth } = line);
    if (!rowRoles.has(line.role)) continue;
    const end = lines.findIndex((other, place) => place > index && other.depth <= line.depth);
    return { handle: line.handle, lines: lines.slice(index, end < 0 ? undefined : end) };
  }
  return undefined;
};

const locate = (found, wanted) => {
  if (wanted.role === 'file') return pick(found, { ...wanted, role: 'button' }).handle;
  if (wanted.role !== 'editor') return pick(found, wanted).handle;
  const content = found.find(({ name }) => name.includes(wanted.name));
  if (!content) throw new TaskFailure('No editor is shown');
  return { target: content.handle, isCode: true };
};

const line = /^(?<indent> *)- (?<role>[\w/]+)(?: "(?<name>(?:[^"\\]|\\.)*)")?(?<rest>.*)$/u;

/** The lines of a snapshot. Plain text has no reference of its own: it belongs to the element around it. */
const readLines = (text) => {
  const lines = [];
  for (const one of text.split('\n')) {
    const { indent = '', role, name, rest = '' } = line.exec(one)?.groups ?? {};
    if (role === undefined) continue;
    const around = lines.findLast(({ depth }) => depth < indent.length);
    const handle = /\[ref=(\w+)\]/u.exec(rest)?.[1] ?? around?.handle;
    const content = /: (.*)$/u.exec(rest)?.[1] ?? '';
    lines.push({ handle, role, name: name ?? content, depth: indent.length });
  }
  return lines;
};
