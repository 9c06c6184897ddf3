/**
 * A colleague who works on the same things at the same time: a comment on the same ticket, a payment of the same
 * invoice, a line in the same file; now and then the very same one. It does not belong to the task, and a look that goes by
 * the state alone takes it for the task's own effect, or does not see that for it.
 *
 * @typedef {{ afterMs: number, tool: string, arguments: Record<string, unknown> }} Colleague
 */

/** @type {(random: import('./random.mjs').Random, task: import('./tasks.mjs').Task) => Colleague | undefined} */
export const colleagueOf = (random, { tool, arguments: args }) => {
  const other = others[tool];
  if (!other) return undefined;
  const isSame = random.int(1, 3) === 1;
  const afterMs = random.pick([0, 500, 3_000, 12_000]);
  return { afterMs, tool, arguments: isSame ? args : { ...args, ...other(random) } };
};

/** @type {Readonly<Record<string, (random: import('./random.mjs').Random) => Record<string, unknown>>>} */
const others = {
  comment_ticket: (random) => ({ text: `Noted by ${random.word()}.` }),
  pay_invoice: (random) => ({ amount: random.int(1_000, 2_000) }),
  append_file: (random) => ({ text: `Also ${random.word()}.` }),
};

/** @type {(colleague: Colleague | undefined, world: import('./create-world.mjs').World, time: import('./time.mjs').Time) => void} */
export const startColleague = (colleague, world, time) => {
  if (!colleague) return;
  const { afterMs, tool, arguments: args } = colleague;
  const act = () => {
    try {
      world.performBy('colleague', tool, args);
    } catch {
      // A ticket that is closed or an invoice that is a draft is in the way of a colleague, too.
    }
  };
  if (afterMs === 0) act();
  else time.after(act, afterMs);
};
