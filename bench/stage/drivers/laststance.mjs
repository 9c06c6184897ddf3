import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inTurn } from '../src/in-turn.mjs';
import { ordinalOf } from '../src/ordinal.mjs';
import { peers } from '../src/place.mjs';
import { CannotError, TaskFailure } from '../src/user.mjs';

/**
 * electron-mcp-server of laststance. It names elements by their text or by CSS, and looks for apps on fixed ports only.
 * Buttons of rows are counted with the text of the page.
 */
export const driver = {
  name: 'electron-mcp-server',
  launches: false,
  port: 9222,
  server: () => ({
    command: process.execPath,
    args: [path.join(peers, '@laststance/electron-mcp-server/dist/index.js')],
  }),
  isFailure: (text) => /: (?:Failed|Error|Element not found|Timeout)|❌|prevented/u.test(text),
  create: (call) => {
    let windowTitle;
    const on = async (tool, args = {}) => {
      const given = { ...args, ...(windowTitle !== undefined && { windowTitle }) };
      const done = await call(tool, given);
      if (!done.text.includes('too soon')) return done;
      // It refuses a second click on the same element for two seconds.
      await pause(2_000);
      return call(tool, given);
    };
    const texts = async () => (await on('electron_query_text_by_selector', { selector: 'main' })).text;
    const cannot = (what) => () => {
      throw new CannotError(what);
    };
    const structure = async () => {
      const { text } = await on('electron_get_page_structure');
      return JSON.parse(text.slice(text.indexOf('{')));
    };

    /** Fields have a name or an id, which often resembles their label. */
    const fieldOf = ({ inputs = [], selects = [] }, { role, name }) => {
      const plain = (text = '') => text.toLowerCase().replaceAll(/[^a-z]/gu, '');
      const all = [...(role === 'combobox' ? selects : []), ...inputs];
      const found = all.find((one) =>
        [one.label, one.ariaLabel, one.placeholder, one.name, one.id].some(
          (text) => text && (plain(text) === plain(name) || plain(name).includes(plain(text))),
        ),
      );
      if (!found) return { label: name };
      const tag = selects.includes(found) ? 'select' : '';
      return { selector: found.id ? `#${found.id}` : `${tag}[name="${found.name}"]`, label: name };
    };

    const rowOf = (wanted, text) => {
      const repeated = wanted.role === 'button' ? wanted.name : 'Delete';
      const index = ordinalOf(text, wanted.row, repeated);
      if (index < 0) throw new TaskFailure(`${wanted.row} is not shown`);
      const row = `:is(tbody tr, li, [role=listitem]):nth-of-type(${index + 1})`;
      if (wanted.role === 'checkbox') return { selector: `${row} input` };
      const inRow = text.slice(text.indexOf(wanted.row)).split(wanted.name)[0];
      return { selector: `${row} button:nth-of-type(${inRow.includes('Open') ? 2 : 1})` };
    };

    const fillOne = ({ wanted, value, handle }) => {
      const place = handle.selector ? { selector: handle.selector } : undefined;
      if (value === true)
        return place
          ? on('electron_click_by_selector', place)
          : on('electron_click_by_text', { text: handle.label ?? wanted.name });
      if (wanted.isList) return on('electron_select_option', { value, ...(place ?? { text: handle.label }) });
      return on('electron_fill_input', { value, ...(place ?? { placeholder: handle.label }) });
    };

    return {
      relaunch: cannot('no tool starts an app'),
      see: async (wanted) => {
        const text = await texts();
        const isField = ({ role }) => ['textbox', 'searchbox', 'combobox'].includes(role);
        const needsMore = wanted.some((one) => isField(one) || !text.includes(one.name));
        const fields = needsMore ? await structure() : {};
        return wanted.map((one) => {
          if (one.row !== undefined) return rowOf(one, text);
          return isField(one) ? fieldOf(fields, one) : { label: one.name };
        });
      },
      texts,
      click: ({ selector, label }) =>
        selector ? on('electron_click_by_selector', { selector }) : on('electron_click_by_text', { text: label }),
      fillIn: (fields) => inTurn(fields, fillOne),
      edit: (handle, text) => fillOne({ wanted: {}, value: text, handle }),
      upload: cannot('no tool sets files'),
      drop: cannot('no tool drops files'),
      drag: (from, to) => {
        if (!from.selector || !to.selector) throw new CannotError('it drags by selectors only, and shows none');
        return on('electron_drag_from_to', { fromSelector: from.selector, toSelector: to.selector });
      },
      answer: cannot('no tool answers dialogs'),
      switchTo: async (title) => {
        const listed = await call('list_electron_windows');
        if (!listed.text.includes(title)) return { ok: false, text: listed.text };
        windowTitle = title;
        return listed;
      },
      scroll: async () => on('electron_press_key', { key: 'PageDown' }),
    };
  },
};
