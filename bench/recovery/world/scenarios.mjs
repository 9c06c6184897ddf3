import { colleagueOf } from './colleague.mjs';
import { kinds } from './kinds.mjs';
import { createRandom, seedOf } from './random.mjs';
import { createSetting } from './tasks.mjs';

/**
 * One task, and everything that goes wrong with it.
 *
 * @typedef {object} Scenario
 * @property {string} id
 * @property {string} kind
 * @property {number} seed
 * @property {'clean' | 'recover' | 'stop' | 'silent'} expect `recover`: it can be done, and what it takes is on the
 *   wire. `stop`: it cannot or must not be done, and the ledger must stay as it is. `silent`: it can be done, but
 *   nothing on the wire tells that anything is wrong.
 * @property {import('./tasks.mjs').Task} task
 * @property {import('./operations.mjs').State} state
 * @property {readonly import('./create-world.mjs').Fault[]} faults
 * @property {readonly WireFault[]} wire
 * @property {readonly { tool: string, arguments: Record<string, unknown> }[]} before calls that were made earlier
 * @property {boolean} yes what the person says who is asked
 * @property {Record<string, unknown>} sent the arguments as they are sent first; the task's own unless something is wrong with them
 * @property {string} sentTool
 * @property {readonly string[]} besides lines that the ledger may show too, such as a ticket that is opened again
 * @property {import('./colleague.mjs').Colleague} [colleague] a colleague who works on the same things
 * @property {boolean} mayBeDone for a stop where the outcome cannot be known: doing it once does no harm
 *
 * @typedef {{ kind: 'lose_request' | 'lose_answer' | 'close_before' | 'close_after', tool: string, call?: number }} WireFault `call`: which of the tool's calls meets it, counted from 1; defaults to 1
 */

/** All scenarios of a seed: one of each kind. @type {(seed: number) => readonly Scenario[]} */
export const scenariosOf = (seed) => Object.keys(kinds).map((kind) => createScenario(seed, kind));

/** The same seed and kind make the same scenario. @type {(seed: number, kind: string) => Scenario} */
export const createScenario = (seed, kind) => {
  const random = createRandom(seedOf('scenario', seed, kind));
  const setting = createSetting(random);
  const answer = `receipt-${random.word(12)}`;
  const { expect, make } = kinds[kind];
  const made = make(random, setting, answer);
  // Drawn from numbers of its own, so that a colleague changes nothing else.
  const colleague =
    expect === 'recover' ? colleagueOf(createRandom(seedOf('colleague', seed, kind)), made.task) : undefined;
  return {
    ...(colleague && { colleague }),
    id: `${seed}/${kind}`,
    kind,
    seed,
    expect,
    state: setting.state,
    faults: [],
    wire: [],
    before: [],
    yes: true,
    sent: made.task.arguments,
    sentTool: made.task.tool,
    besides: [],
    mayBeDone: false,
    ...made,
  };
};
