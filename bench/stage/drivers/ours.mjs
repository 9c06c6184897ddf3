import path from 'node:path';
import { app as appFolder, electron, electronArguments, repository } from '../src/place.mjs';
import { pick } from '../src/tree.mjs';
import { TaskFailure } from '../src/user.mjs';

/** The stage of this repository. */
export const driver = {
  name: 'recourse',
  launches: true,
  server: ({ folder, app }) => ({
    command: process.execPath,
    args: [path.join(repository, 'packages/cli/dist/main.js'), 'serve', 'stage', '--stdio'],
    env: {
      STAGE_ELECTRON: electron,
      STAGE_ELECTRON_ARGUMENTS: [...electronArguments, app.args[1]].join(' '),
      STAGE_APP_ROOTS: `${appFolder}${path.delimiter}${folder}`,
    },
  }),
  probes: {
    snapshot: () => ['electron_snapshot', {}],
    state: (ref) => ['electron_get_state', { ref }],
    click: (ref) => ['electron_click', { ref }],
  },
  /** @param {(tool: string, args?: object) => Promise<import('../src/user.mjs').Done>} call */
  create: (call, { app }) => {
    const launch = () => call('electron_launch', { main: app.main, args: app.args.slice(0, 1) });
    const ref = (handle) => ({ ref: handle });

    /** A page may show an element a moment after the action before. */
    const search = async (args) => {
      const { ok, text } = await call('electron_find', { ...args, format: 'text', timeoutMs: 1000 });
      if (!ok) throw new TaskFailure(text);
      return JSON.parse(text).matches_text.split('\n').flatMap(readLine);
    };

    /** Text outside of a row is found in a snapshot, which shows what is around it. */
    const snapshot = async () => {
      const { ok, text } = await call('electron_snapshot');
      if (!ok) throw new TaskFailure(text);
      return JSON.parse(text).snapshot.split('\n').flatMap(readLine);
    };

    const inRow = async (wanted) => {
      const [line, ...others] = await search({ role: wanted.role, name_exact: wanted.name, near: wanted.row });
      if (line && others.length === 0) return line.handle;
      return pick(await snapshot(), wanted).handle;
    };

    /** A search for several names shows less than a snapshot, and costs less than one search for each. */
    const byName = async (wanted) => {
      const [{ role, name }] = wanted;
      const lines = await search(
        wanted.length === 1
          ? { ...(roleOf(role) && { role: roleOf(role) }), name_exact: name }
          : { name_any: wanted.map((one) => one.name), ...(wanted.every(isOperated) && { interactive: true }) },
      );
      const found = wanted.map((one) => lines.filter((line) => line.name === one.name && isRole(line, one)));
      if (found.every(({ length }) => length === 1)) return found.map(([line]) => line.handle);
      const missing = wanted.find((_, index) => found[index].length === 0);
      if (missing) throw new TaskFailure(`No ${missing.role} ${missing.name} is shown`);
      const all = await snapshot();
      return wanted.map((one) => pick(all, one).handle);
    };

    return {
      launch,
      relaunch: launch,
      stop: () => call('electron_stop'),
      see: async (wanted) => {
        const rows = wanted.filter(({ row }) => row !== undefined);
        const found = new Map();
        for (const one of rows) found.set(one, await inRow(one));
        const rest = wanted.filter((one) => !found.has(one));
        if (rest.length > 0) (await byName(rest)).forEach((handle, index) => found.set(rest[index], handle));
        return wanted.map((one) => found.get(one));
      },
      texts: async (handle) =>
        (await call('electron_get_text', handle === undefined ? { selector: 'main' } : ref(handle))).text,
      click: (handle) => call('electron_click', ref(handle)),
      fillIn: (fields) =>
        fields.length === 1 && typeof fields[0].value === 'string' && !fields[0].wanted.isList
          ? call('electron_type', { ...ref(fields[0].handle), text: fields[0].value })
          : call('electron_fill_form', {
              fields: fields.map(({ handle, value }) => ({ ...ref(handle), value })),
            }),
      edit: (handle, text) => call('electron_type_into_editor', { ...ref(handle), text, replace: true }),
      upload: (handle, file) => call('electron_set_files', { ...ref(handle), paths: [file] }),
      drop: (handle, file) => call('electron_drop_file', { ...ref(handle), paths: [file] }),
      drag: (from, to) => call('electron_drag', { ref: from, targetRef: to }),
      answer: async (handle, { native, accept, button }) => {
        const policy = native
          ? { perType: { showMessageBox: 'accept' }, button }
          : { action: accept ? 'accept' : 'dismiss', oneShot: true };
        const set = await call('electron_dialog_handler', policy);
        return set.ok ? call('electron_click', ref(handle)) : set;
      },
      switchTo: (title) => call('electron_switch_window', { windowTitle: title }),
      scroll: (handle, pages) => call('electron_scroll', { ...ref(handle), dy: Math.round(pages * 400) }),
    };
  },
};

/** Roles of the tasks that have other names, or none, in answers. */
const roleOf = (role) => (role === 'editor' || role === 'file' ? undefined : role);
const isRole = (line, { role }) => roleOf(role) === undefined || line.role === role;
/** Labels repeat the names of their fields; a search for what people operate leaves them out. */
const isOperated = ({ role }) => !['editor', 'file', 'region', 'group', 'list'].includes(role);

const line = /^(?<indent> *)\[(?<ref>\d+)\] (?<role>\S+)(?: (?<name>"(?:[^"\\]|\\.)*"))?/u;

const readLine = (text) => {
  const { indent, ref, role, name = '""' } = line.exec(text)?.groups ?? {};
  return ref === undefined ? [] : [{ handle: Number(ref), role, name: JSON.parse(name), depth: indent.length }];
};
