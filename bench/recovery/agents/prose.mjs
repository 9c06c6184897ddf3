import { meaningOf, waitOf } from './prose-patterns.mjs';
import { correctName, correctTool, correctType, correctValue, folderFor, reopenFor } from './prose-repairs.mjs';
import { lookFor, shows } from './prose-look.mjs';
import { done, stop } from './session.mjs';

/**
 * Reads what the server says and does what it seems to mean. It knows every sentence that the plain serving can say, the
 * list of tools with their schemas, and nothing of what a task is about.
 *
 * @param {import('./session.mjs').Session} session
 * @param {import('../world/scenarios.mjs').Scenario} scenario
 * @returns {Promise<import('./session.mjs').Ended>}
 */
export const prose = async (session, { sentTool, sent }) => {
  let [tool, args] = [sentTool, sent];
  for (let repeats = 0; ; repeats += 1) {
    const { kind, text } = await session.call(tool, args);
    const meaning = kind === 'timeout' || kind === 'closed' ? 'unclear' : meaningOf(text);
    if (kind === 'ok' && meaning !== 'confirm' && meaning !== 'batch') return done(text);
    if (session.callsLeft < 1) return stop(text);
    if (meaning === 'confirm') {
      if (args['confirm'] === true || !session.ask()) return stop(text);
      args = confirmed(args);
    } else if (meaning === 'wait' || meaning === 'busy') {
      const named = meaning === 'wait' ? waitOf(text, session.now()) : undefined;
      if (!(await session.sleep(named ?? session.random.next() * 200 * 2 ** repeats))) return stop(text);
    } else if (meaning === 'unclear') {
      const cleared = await clearUp(session, tool, args);
      if (cleared !== 'absent') return cleared === undefined ? stop(text) : done(cleared);
    } else {
      const repaired = await repair(session, meaning, tool, args, text);
      if (!repaired) return stop(text);
      [tool, args] = repaired;
    }
  }
};

/** @type {(args: Record<string, unknown>) => Record<string, unknown>} */
const confirmed = (args) => ({ ...args, confirm: true });

/** For an unknown outcome: a read is made again, a write is looked up. @type {(session: import('./session.mjs').Session, tool: string, args: any) => Promise<string | undefined>} */
const clearUp = async (session, tool, args) => {
  if (session.tools.find((/** @type {any} */ { name }) => name === tool)?.annotations?.readOnlyHint === true)
    return 'absent';
  const look = lookFor(session.tools, tool, args);
  // A write that was cut short may still be on its way.
  if (!look || !(await session.sleep(1_000))) return undefined;
  const answer = await session.call(look.tool, look.arguments);
  const shown = shows(answer, tool, look.unseen);
  if (shown === true) return answer.text;
  return shown === false && session.callsLeft > 0 ? 'absent' : undefined;
};

/** @type {(session: import('./session.mjs').Session, meaning: string, tool: string, args: any, text: string) => Promise<[string, any] | undefined>} */
const repair = async (session, meaning, tool, args, text) => {
  const listed = session.tools.find((/** @type {any} */ { name }) => name === tool);
  const with_ = (/** @type {any} */ corrected) =>
    corrected ? /** @type {[string, any]} */ ([tool, corrected]) : undefined;
  switch (meaning) {
    case 'type':
      return with_(correctType(args, text));
    case 'name':
      return with_(correctName(args, text, listed));
    case 'value':
      return with_(correctValue(args, text));
    case 'tool': {
      const found = correctTool(session.tools, tool);
      return found === undefined ? undefined : [found, args];
    }
    case 'batch':
      return with_(remaining(args, text));
    case 'locked':
    case 'no_folder': {
      const first = meaning === 'locked' ? reopenFor(session.tools, args) : folderFor(session.tools, listed, args);
      if (!first || (await session.call(first.tool, first.arguments)).kind !== 'ok' || session.callsLeft < 1)
        return undefined;
      return [tool, args];
    }
    default:
      return undefined;
  }
};

/** The items of which the text says that they failed for a reason that may pass. @type {(args: any, text: string) => any} */
const remaining = (args, text) => {
  const failed = text.split('\n---\n').filter((line) => line.includes(': Error - '));
  if (failed.some((line) => meaningOf(line.split(': Error - ')[1] ?? '') !== 'busy')) return undefined;
  const [name, items] = Object.entries(args).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined) return undefined;
  const rest = items.filter((/** @type {any} */ item) =>
    failed.some((line) => Object.values(item).includes(line.split(': Error - ')[0])),
  );
  return { ...args, [name]: rest };
};
