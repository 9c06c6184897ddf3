import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** How long the app may take to show the effect of an action that was reported as done. */
const effectMs = 2_000;
/** How often an agent repeats an action that was refused, after it has looked again. */
const mostTries = 3;
const betweenTriesMs = 400;

/** A driver has no tool for a step. */
export class CannotError extends Error {}
/** A task went wrong: the app did not do what the answers say, or the driver gave up. */
export class TaskFailure extends Error {}

/**
 * An element as the request of a task names it: its role, its name, and text of its row, which tells equal elements apart.
 *
 * @typedef {{ readonly role: string, readonly name: string, readonly row?: string, readonly isList?: boolean }} Wanted
 * @typedef {{ readonly ok: boolean, readonly text: string }} Done
 */

/**
 * Carries out one task with one driver. Every action is compared with the state of the app: an effect that was not
 * expected is an action on a wrong element, and a reported success without effect is a false success.
 *
 * @typedef {ReturnType<typeof createUser>} User
 * @param {{ readonly driver: any, readonly app: import('./app.mjs').App, readonly shown: (text: string) => boolean, readonly tally: { wrong: string[], false: string[] } }} options
 */
export const createUser = ({ driver, app, shown, tally }) => {
  /** Handles by the description of their element. */
  const handles = new Map();
  let facts = {};

  const see = async (...wanted) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        const found = await driver.see(wanted);
        wanted.forEach((one, index) => {
          for (const text of [one.name, one.row])
            if (text && !shown(text)) throw new TaskFailure(`No answer has shown ${JSON.stringify(text)}`);
          handles.set(keyOf(one), found[index]);
        });
        return;
      } catch (error) {
        if (!(error instanceof TaskFailure) || attempt === mostTries) throw error;
        await pause(betweenTriesMs);
      }
  };

  const handleOf = (wanted) => handles.get(keyOf(wanted));

  const changes = async () => {
    const now = await app.facts();
    const keys = [...new Set([...Object.keys(facts), ...Object.keys(now)])].toSorted();
    return Object.fromEntries(
      keys.filter((key) => facts[key] !== now[key]).map((key) => [key, now[key] === undefined ? null : now[key]]),
    );
  };

  /** Compares the app with what a driver has reported. */
  const compare = async (what, done, expected) => {
    const wanted = JSON.stringify(sorted(expected));
    const until = performance.now() + effectMs;
    let seen = await changes();
    while (done.ok && JSON.stringify(seen) !== wanted && performance.now() < until) {
      await pause(20);
      seen = await changes();
    }
    if (JSON.stringify(seen) === wanted) {
      facts = await app.facts();
      return true;
    }
    const isEmpty = Object.keys(seen).length === 0;
    if (isEmpty && !done.ok) return false;
    const entry = `${what} was ${done.ok ? 'reported as done' : 'refused'}, should change ${wanted}, changed ${JSON.stringify(seen)}`;
    (isEmpty ? tally.false : tally.wrong).push(entry);
    throw new TaskFailure(entry);
  };

  /** Acts, and looks again and repeats the action if it is refused. */
  const act = async (what, wanted, expected, run) => {
    for (let attempt = 1; ; attempt += 1) {
      const done = await run(...wanted.map(handleOf));
      if (await compare(what, done, expected)) return done;
      if (attempt === mostTries) throw new TaskFailure(`${what} was refused: ${done.text.slice(0, 300)}`);
      await pause(betweenTriesMs);
      if (wanted.length > 0) await see(...wanted);
    }
  };

  return {
    see,
    begin: async () => void (facts = await app.facts()),
    click: (wanted, expected) => act(`click ${wanted.name}`, [wanted], expected, (handle) => driver.click(handle)),
    /** Tries an action that may well be refused; true if it was done. */
    attempt: async (wanted, expected) =>
      compare(`click ${wanted.name}`, await driver.click(handleOf(wanted)), expected),
    /** Tries an action that is not possible at the moment. It must be refused, and nothing may change. */
    refused: async (wanted) => {
      const done = await driver.click(handleOf(wanted));
      const seen = await changes();
      const what = `click ${wanted.name} ${wanted.row ?? ''}, which is not possible,`;
      if (Object.keys(seen).length > 0) {
        tally.wrong.push(`${what} changed ${JSON.stringify(seen)}`);
        throw new TaskFailure(tally.wrong.at(-1));
      }
      if (!done.ok) return;
      tally.false.push(`${what} was reported as done`);
      throw new TaskFailure(tally.false.at(-1));
    },
    /** An action that ends the app. Its answer may be anything. */
    crash: async (wanted, expected) => {
      await driver.click(handleOf(wanted));
      await compare(`click ${wanted.name}`, { ok: true, text: '' }, expected);
    },
    /** Fills in fields: text, the label of an option, or true for a box or a radio button. */
    fillIn: (fields, expected) =>
      act(
        'fill in',
        fields.map(([wanted]) => wanted),
        expected,
        (...found) => driver.fillIn(fields.map(([wanted, value], index) => ({ wanted, value, handle: found[index] }))),
      ),
    edit: (wanted, text, expected) =>
      act(`edit ${wanted.name}`, [wanted], expected, (handle) => driver.edit(handle, text)),
    upload: (wanted, file, expected) =>
      act(`upload to ${wanted.name}`, [wanted], expected, (handle) => driver.upload(handle, file)),
    drop: (wanted, file, expected) =>
      act(`drop on ${wanted.name}`, [wanted], expected, (handle) => driver.drop(handle, file)),
    drag: (from, to, expected) =>
      act(`drag ${from.name}`, [from, to], expected, (one, other) => driver.drag(one, other)),
    /** Clicks, and answers the dialog that opens. */
    answer: (wanted, answer, expected) =>
      act(`answer ${wanted.name}`, [wanted], expected, (handle) => driver.answer(handle, answer)),
    /** Works on the window with this title from now on. */
    switchTo: async (title) => {
      for (let attempt = 1; ; attempt += 1) {
        const done = await driver.switchTo(title);
        if (done.ok) return;
        if (attempt === mostTries) throw new TaskFailure(`No window ${title}: ${done.text.slice(0, 200)}`);
        await pause(betweenTriesMs);
      }
    },
    /** Scrolls a list of numbered rows until one of them is shown. */
    seek: async (list, label, number) => {
      await see(list);
      for (let attempt = 0; attempt < 12; attempt += 1) {
        const text = await driver.texts(handleOf(list));
        const numbers = [...text.matchAll(new RegExp(`${label} (\\d+)`, 'gu'))].map(([, found]) => Number(found));
        if (numbers.includes(number)) return;
        if (numbers.length === 0) throw new TaskFailure(`No rows of ${label} are shown`);
        const shownRows = Math.max(...numbers) - Math.min(...numbers) || 1;
        await driver.scroll(handleOf(list), (number - (Math.min(...numbers) + Math.max(...numbers)) / 2) / shownRows);
        await pause(betweenTriesMs);
      }
      throw new TaskFailure(`${label} ${number} was not found`);
    },
    /** The answers that show the rows of a table or list, to read the order in it. */
    read: (wanted) => driver.texts(wanted && handleOf(wanted)),
    /** Something happens to the app that the user has not asked for. */
    disturbed: async (happen) => {
      await happen();
      facts = await app.facts();
    },
    relaunch: async () => {
      const done = await driver.relaunch();
      if (!done.ok) throw new TaskFailure(`The app was not started again: ${done.text.slice(0, 300)}`);
    },
    file: (name) => path.join(app.folder, name),
    app,
  };
};

const keyOf = ({ role, name, row = '' }) => `${role}\n${name}\n${row}`;

const sorted = (entries) =>
  Object.fromEntries(Object.entries(entries).toSorted(([one], [other]) => (one < other ? -1 : 1)));
