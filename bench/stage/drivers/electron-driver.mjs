import path from 'node:path';
import { electron, electronArguments, peers } from '../src/place.mjs';
import { inTurn } from '../src/in-turn.mjs';
import { CannotError, TaskFailure } from '../src/user.mjs';

/**
 * electron-driver. Its snapshot shows no labels and no rows, but its selectors are those of Playwright, so that the text
 * of the page, which costs little, is enough to name most elements.
 */
export const driver = {
  name: 'electron-driver',
  launches: true,
  server: () => ({ command: process.execPath, args: [path.join(peers, 'electron-driver/index.mjs')] }),
  probes: {
    snapshot: () => ['snapshot', {}],
    // It has no tool for states; one attribute is the nearest.
    state: (selector) => ['get_attribute', { selector, name: 'disabled' }],
    click: (selector) => ['click', { selector }],
  },
  create: (call, { app }) => {
    const launch = () =>
      call('start_app', {
        main: path.join(app.main, 'main.cjs'),
        executablePath: electron,
        args: [...electronArguments, ...app.args],
        screenshotsDir: path.join(app.folder, 'pictures'),
        cwd: app.folder,
      });
    const fillOne = ({ wanted, value, handle: selector }) => {
      if (wanted.isList) return call('select_option', { selector, label: value });
      if (value === true) return call('check', { selector });
      if (value === false) return call('uncheck', { selector });
      return call('type', { selector, text: value });
    };
    const texts = async (selector = 'body') => (await call('get_text', { selector })).text;
    return {
      launch,
      relaunch: async () => {
        const first = await launch();
        if (first.ok) return first;
        await call('stop_app');
        return launch();
      },
      stop: () => call('stop_app'),
      see: async (wanted) => {
        const text = await texts(wanted.some(({ role }) => role === 'list') ? 'body' : 'main');
        const missing = wanted.find(({ name, row }) => [name, row].some((one) => one && !text.includes(one)));
        // Labels that are attributes are not in the text of the page.
        const more = missing ? (await call('elements_list', { selector: 'main [aria-label]' })).text : '';
        const lost = wanted.find(({ name, row }) => [name, row].some((one) => one && !`${text}${more}`.includes(one)));
        if (lost) throw new TaskFailure(`The page does not show ${lost.name}`);
        return wanted.map(selectorOf);
      },
      texts: (selector) => texts(selector ?? 'main'),
      click: (selector) => call('click', { selector }),
      fillIn: (fields) => inTurn(fields, fillOne),
      edit: async (selector, text) => {
        const clicked = await call('click', { selector });
        if (!clicked.ok) return clicked;
        await call('press', { key: 'Control+A' });
        return call('keyboard_type', { text });
      },
      upload: (selector, file) => call('set_input_files', { selector, files: [file] }),
      drop: () => {
        throw new CannotError('no tool drops files');
      },
      drag: async (from, to) => {
        const centre = async (selector) => {
          const { box } = JSON.parse((await call('get_bbox', { selector })).text);
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        };
        return call('drag', { from: await centre(from), to: await centre(to), fiberFallback: false });
      },
      answer: async (selector, { native, accept }) => {
        if (native) throw new CannotError('no tool answers native dialogs');
        const set = await call('dialog_handler', { action: accept ? 'accept' : 'dismiss' });
        return set.ok ? call('click', { selector }) : set;
      },
      switchTo: (title) => call('switch_window', { titleMatch: title }),
      scroll: (selector, pages) => call('scroll', { selector, dy: Math.round(pages * 400) }),
    };
  },
};

const exact = ['tr', 'li', '[role=listitem]'];
const loose = ['section', 'p'];

/** A selector of Playwright from what the page has shown. */
const selectorOf = ({ role, name, row }) => {
  const quoted = JSON.stringify(name);
  if (role === 'file') return 'input[type=file]';
  if (role === 'editor') return `text=${quoted}`;
  if (role === 'list') return `[role=list][aria-label=${quoted}]`;
  const own = `role=${role}[name=${quoted}]`;
  if (row === undefined) return own;
  const text = JSON.stringify(row);
  const rows = [
    ...exact.map((tag) => `${tag}:has(:text-is(${text}))`),
    ...loose.map((tag) => `${tag}:has-text(${text}):not(:has(li, tr, p))`),
  ];
  return `:is(${rows.join(', ')}) >> ${own}`;
};
