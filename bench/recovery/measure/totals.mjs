/**
 * The totals of an agent's runs. Silent faults and controls are counted separately: no agent can see a silent fault,
 * and a control is not a recovery.
 *
 * @typedef {ReturnType<typeof createTotals>} Totals
 */
export const createTotals = () => ({
  tasks: 0,
  recoverable: 0,
  recovered: 0,
  must_stop: 0,
  correct_stops: 0,
  calls: 0,
  virtual_seconds: 0,
  wasted_retries: 0,
  unsafe_retries: 0,
  duplicates: 0,
  stray_effects: 0,
  false_successes: 0,
  false_failures: 0,
  in_doubt: 0,
  handed_over: 0,
  bytes: 0,
  tokens: 0,
  silent: { tasks: 0, recovered: 0, false_successes: 0 },
});

/** @type {(totals: Totals, run: Awaited<ReturnType<typeof import('./run-scenario.mjs').runScenario>>, scenario: import('../world/scenarios.mjs').Scenario, countTokens: (text: string) => number) => void} */
export const addRun = (totals, run, { expect }, countTokens) => {
  if (expect === 'clean') return;
  if (expect === 'silent') {
    totals.silent.tasks += 1;
    totals.silent.recovered += Number(run.recovered);
    totals.silent.false_successes += Number(run.falseSuccess);
    return;
  }
  totals.tasks += 1;
  totals.recoverable += Number(expect === 'recover');
  totals.recovered += Number(run.recovered);
  totals.must_stop += Number(expect === 'stop');
  totals.correct_stops += Number(run.correctStop);
  totals.calls += run.calls.length;
  totals.virtual_seconds += run.ms / 1_000;
  totals.wasted_retries += run.wastedRetries;
  totals.unsafe_retries += run.unsafeRetries;
  totals.duplicates += run.duplicates;
  totals.stray_effects += run.strays;
  totals.false_successes += Number(run.falseSuccess);
  totals.false_failures += Number(run.falseFailure);
  totals.in_doubt += Number(run.ended.end === 'in_doubt');
  totals.handed_over += Number(run.ended.end === 'handed_over');
  for (const call of run.calls) {
    totals.bytes += call.bytes;
    totals.tokens += countTokens(sameIds(call.sent)) + countTokens(sameIds(call.shown));
  }
};

/** Ids and tokens are drawn by lot: with the same ones in their place, the same run counts the same. @param {string} text */
const sameIds = (text) =>
  text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed')
    .replaceAll(
      /(conf|quota_continue)_[\w-]{20,}/g,
      (_, prefix) => `${prefix}_q3Zt8VvYk1mN0xPz7RbLw2CjHs5TgUe9DfAoXiK4MyB`,
    );
