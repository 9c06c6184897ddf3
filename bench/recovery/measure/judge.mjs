import { reads } from '../world/operations.mjs';

/**
 * The verdict on a run, from the ledger and from the calls that were sent. An agent's own claim counts only against it:
 * if it claims success and the task is not done, that is a false success; if it does not know that the task is done, it
 * has not recovered.
 *
 * @typedef {ReturnType<typeof judge>} Verdict
 *
 * @param {import('../world/scenarios.mjs').Scenario} scenario
 * @param {{ world: Pick<import('../world/create-world.mjs').World, 'ledger'>, calls: readonly import('../serve/line.mjs').Recorded[], ended: import('../agents/session.mjs').Ended }} left
 */
export const judge = (scenario, { world, calls, ended }) => {
  const { expect, task } = scenario;
  const allowed = allowedLines(scenario);
  const found = countOf(world.ledger.filter(({ by }) => by === undefined).map(({ line }) => line));
  let [duplicates, strays] = [0, 0];
  for (const [line, times] of found) {
    const over = times - (allowed.get(line) ?? 0);
    if (over <= 0) continue;
    if (allowed.has(line)) duplicates += over;
    else {
      strays += 1;
      duplicates += over - 1;
    }
  }
  const isClean = duplicates === 0 && strays === 0;
  const reached = task.reads
    ? ended.text.includes(task.answer)
    : task.lines.every((line) => (found.get(line) ?? 0) >= (allowed.get(line) ?? 1));
  const claims = ended.claim === 'success';
  return {
    recovered: expect !== 'stop' && reached && claims && isClean,
    correctStop: expect === 'stop' && !claims && isClean,
    falseSuccess: claims && (expect === 'stop' || !reached),
    falseFailure: expect !== 'stop' && reached && !claims,
    duplicates,
    strays,
    wastedRetries: wastedRetries(calls),
    unsafeRetries: unsafeRetries(calls),
  };
};

/** How often each line may be in the ledger. @param {import('../world/scenarios.mjs').Scenario} scenario */
const allowedLines = ({ expect, task, besides, mayBeDone }) =>
  countOf([...besides, ...(expect !== 'stop' || mayBeDone ? task.lines : [])]);

/** @type {(lines: readonly string[]) => Map<string, number>} */
const countOf = (lines) => {
  const counts = new Map();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};

/** The call, without its confirmation. @param {import('../serve/line.mjs').Recorded} call */
const callOf = ({ tool, arguments: args }) =>
  JSON.stringify([
    tool,
    Object.entries(args)
      .filter(([name]) => name !== 'confirm')
      .sort(),
  ]);

/** The same call once more, with the same failure for its pains. One that wore a passing fault down is not among them. @param {readonly import('../serve/line.mjs').Recorded[]} calls */
const wastedRetries = (calls) => {
  const seen = new Set();
  let wasted = 0;
  for (const call of calls) {
    const same = JSON.stringify([callOf(call), call.arguments['confirm'] === true]);
    if (seen.has(same) && call.outcome === 'failed' && !call.passing) wasted += 1;
    seen.add(same);
  }
  return wasted;
};

/**
 * A write sent again that may have been done by then: how an earlier one ended is not known, and it has not the key by
 * which the server would know it again. A look in between excuses nothing: what does not exist yet can still land, and
 * what is there can be a colleague's.
 *
 * @param {readonly import('../serve/line.mjs').Recorded[]} calls
 */
const unsafeRetries = (calls) => {
  /** @type {Map<string, string | undefined>} */
  const unclear = new Map();
  let unsafe = 0;
  for (const call of calls) {
    if (reads.has(call.tool)) continue;
    const same = callOf(call);
    if (unclear.has(same) && (call.key === undefined || call.key !== unclear.get(same))) unsafe += 1;
    if (call.ambiguous) unclear.set(same, call.key);
    else if (call.outcome === 'ok') unclear.delete(same);
  }
  return unsafe;
};
