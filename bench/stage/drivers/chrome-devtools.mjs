import path from 'node:path';
import { peers } from '../src/place.mjs';
import { CannotError, TaskFailure } from '../src/user.mjs';

/** Chrome DevTools MCP. It cannot start an app, so that it attaches to the debugging port of one. */
export const driver = {
  name: 'chrome-devtools-mcp',
  launches: false,
  server: ({ folder, port }) => ({
    command: process.execPath,
    args: [
      path.join(peers, 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'),
      `--browserUrl=http://127.0.0.1:${port}`,
      '--no-usage-statistics',
      `--workspace=${folder}`,
    ],
  }),
  probes: {
    snapshot: () => ['take_snapshot', { pageId: 1 }],
    click: (uid) => ['click', { pageId: 1, uid }],
  },
  create: (call) => {
    let page = 1;
    let isListed = false;
    const on = (tool, args = {}) => call(tool, { pageId: page, ...args });
    const pages = async () => {
      const { text } = await call('list_pages');
      isListed = true;
      return [...text.matchAll(/^(\d+): (.*)$/gmu)].map(([, id, title]) => ({ id: Number(id), title }));
    };
    const snapshot = async (args = {}) => {
      if (!isListed) page = (await pages())[0]?.id ?? page;
      const { ok, text } = await on('take_snapshot', args);
      if (!ok) throw new TaskFailure(text);
      return { text, lines: readLines(text) };
    };
    const at = (uid) => ({ uid });
    return {
      relaunch: () => {
        throw new CannotError('no tool starts an app');
      },
      see: async (wanted) => {
        const { lines } = await snapshot();
        try {
          return wanted.map((one) => locate(lines, one));
        } catch {
          // Options of some lists are only in the long form.
          const { lines: all } = await snapshot({ verbose: true });
          return wanted.map((one) => locate(all, one));
        }
      },
      texts: async () => (await snapshot()).text,
      click: (handle) => on('click', at(handle)),
      fillIn: (fields) =>
        fields.length === 1
          ? on('fill', { ...at(fields[0].handle), value: String(fields[0].value) })
          : on('fill_form', { elements: fields.map(({ handle, value }) => ({ ...at(handle), value: String(value) })) }),
      edit: async (handle, text) => {
        const clicked = await on('click', at(handle));
        if (!clicked.ok) return clicked;
        await on('press_key', { key: 'Control+A' });
        return on('type_text', { text });
      },
      upload: (handle, file) => on('upload_file', { ...at(handle), filePaths: [file] }),
      drop: () => {
        throw new CannotError('no tool drops files');
      },
      drag: (from, to) => on('drag', { from_uid: from, to_uid: to }),
      answer: async (handle, { native, accept }) => {
        if (native) throw new CannotError('no tool answers native dialogs');
        await on('click', at(handle));
        return on('handle_dialog', { action: accept ? 'accept' : 'dismiss' });
      },
      switchTo: async (title) => {
        const found = (await pages()).find((one) => one.title.startsWith(title));
        if (!found) return { ok: false, text: `No page ${title}` };
        page = found.id;
        return on('select_page');
      },
      scroll: async (handle, count) => {
        await on('click', at(handle));
        let done = { ok: true, text: '' };
        const key = count > 0 ? 'PageDown' : 'PageUp';
        for (let press = 0; press < Math.min(20, Math.max(1, Math.round(Math.abs(count)))); press += 1)
          done = await on('press_key', { key });
        return done;
      },
    };
  },
};

/** Rows are not in a snapshot, but its lines are in the order of the page: boxes come before the text of their row, buttons after it. */
const locate = (lines, { role, name, row }) => {
  const text = row === undefined ? -1 : lines.findIndex((line) => line.name.trim() === row);
  if (row !== undefined && text < 0) throw new TaskFailure(`${row} is not shown`);
  const isWanted = (line) =>
    role === 'editor' ? line.name === name : isRole(line.role, role) && line.name.trim() === name;
  const found =
    row === undefined
      ? lines.find(isWanted)
      : role === 'checkbox'
        ? lines.slice(0, text).findLast(isWanted)
        : lines.slice(text).find(isWanted);
  if (!found) throw new TaskFailure(`No ${role} ${name} ${row ?? ''}`);
  return found.uid;
};

const isRole = (shown, wanted) => shown === wanted || (wanted === 'file' && shown === 'button');

const line = /^\s*uid=(?<uid>\S+)(?: (?<role>[A-Za-z]\w*))?(?: "(?<name>[^"]*)")?/u;

const readLines = (text) =>
  text.split('\n').flatMap((one) => {
    const { uid, role = 'text', name = '' } = line.exec(one)?.groups ?? {};
    return uid === undefined ? [] : [{ uid, role, name }];
  });
