import { otherPairs, pairs, removalPairs } from '../measure/measure.mjs';
import { budget } from '../measure/run-scenario.mjs';
import { kindsTable } from './kinds-table.mjs';
import { markdownTable } from './markdown-table.mjs';
import { scenariosOf } from '../world/scenarios.mjs';
import { countShapes } from '../world/shape.mjs';
import { columns, rowsOf } from './tables.mjs';

/**
 * The page of the figures.
 *
 * @param {{ measured: import('../measure/measure.mjs').Measured, running: readonly { agent: string }[], seeds: readonly number[], overStdio?: { runs: number, same: number }, unseen?: readonly number[], elsewhere?: import('../measure/measure.mjs').Measured, removed?: import('../measure/measure.mjs').Measured, wrongCalls?: string, commit: string, versions: Readonly<Record<string, string>> }} run
 */
export const renderPage = ({
  measured,
  seeds,
  overStdio,
  unseen,
  elsewhere,
  removed,
  wrongCalls,
  commit,
  versions,
}) => {
  const { totals, controls, byKind } = measured;
  const first = totals.slice(0, pairs.length);
  const [contract, oracle] = [totalsOf('contract', first), totalsOf('oracle', first)];
  return [
    '# What recovery is worth',
    'Written by `npm run bench:recovery -- --write`; do not edit.',
    `An office with tickets, invoices and files, a ledger of everything that took effect, and a clock that moves only when somebody waits. The same office is served twice over MCP by the official SDK: once plainly, with the sentences of real servers, once by Recourse. ${Object.keys(byKind).length} kinds of faults meet the same calls of seven scripted agents. A colleague works on the same things at the same time, and a write that timed out lands late: mostly soon, and now and then up to 20 s later. There is no language model in it: it measures what is on the wire, and what can be done with it.`,
    `${seeds.length} seeds, ${first[0].tasks} tasks for each agent (${first[0].recoverable} that can be recovered, ${first[0].must_stop} that must not be done), at most ${budget.calls} calls and ${budget.seconds} s for each.`,
    '![What the agents recover, what they do twice, and how many calls they need](recovery.svg)',
    markdownTable(rowsOf(pairs, first)),
    summaryOf(contract, totalsOf('prose', first), oracle, totals[pairs.length]),
    '## The agents',
    agentsText,
    '## By kind of fault',
    'Of each kind, how many times of all the agent did right: recovered what can be recovered, or stopped where one must; then its calls on average.',
    kindsTable(byKind, pairs),
    '## In front of answers they were not written for',
    'The same scenarios. *Other sentences* are those of servers in Python with FastMCP and httpx, which the patterns of `prose` were not written for: this is what patterns are worth where one does not know every server by heart. In front of Recourse the same agents read nothing of the contract, and it is worth nothing to them; more answers call themselves errors there, so `blind` claims less and repeats more. `contract` has no such row: it reads all servers of the contract alike.',
    markdownTable(rowsOf(otherPairs, totals.slice(pairs.length))),
    ...(unseen && elsewhere ? ['## Unseen scenarios', unseenText(seeds, unseen, elsewhere.totals[0])] : []),
    ...(removed ? ['## With facts left out', removedText(removed)] : []),
    '## Real servers that do not know the contract',
    wrongCallsText,
    wrongCalls ?? '<!-- wrong-calls -->\n<!-- /wrong-calls -->',
    '## How to read it',
    readText,
    '## Controls',
    `Checked in every run; the command ends with 1 if one fails. Clean tasks: ${controls.clean.passed} of ${controls.clean.runs} runs did theirs with one call. What must stay undone: in ${controls.stays_failed.passed} of ${controls.stays_failed.runs} runs it was not done. Answers in hints: ${controls.leaks.length}; every failure of either serving is searched for what only a success may tell (the receipt of a write, the note that a read is after), and a test plants one and sees it found.${overStdio ? ` With the server as a real process over stdio, ${overStdio.same} of ${overStdio.runs} scenarios of the contract came out as in memory.` : ''}`,
    '## Its limits',
    limitsText,
    '## Versions',
    `Commit ${commit}. ${Object.entries(versions)
      .map(([name, version]) => `\`${name}\` ${version}`)
      .join(
        ', ',
      )}. The same seeds give the same figures on every machine; \`npm run bench:recovery -- --seed 4711\` runs scenarios that nobody has seen.`,
    '',
  ].join('\n\n');
};

/** @type {(seeds: readonly number[], unseen: readonly number[], totals: Sums) => string} */
const unseenText = (seeds, unseen, { recovered, recoverable, duplicates, false_successes: falsehoods }) => {
  const [train, test] = [seeds, unseen].map((list) => list.flatMap((seed) => scenariosOf(seed)));
  const [own, other] = [countShapes(train, []), countShapes(test, train)];
  return `Seeds ${seeds[0]} to ${seeds.at(-1)} have ${own.shapes} distinct shapes of scenarios: kind, tool, faults in their order with their lengths to the nearest power of two, and when a colleague comes. Seeds ${unseen[0]} to ${unseen.at(-1)} have ${other.shapes}, of which ${other.unseen} do not occur in the first. There the shipped client with its default options recovers ${recovered} of ${recoverable}, does ${duplicates} things twice, and claims ${falsehoods} times falsely that something is done.`;
};

/** @param {import('../measure/measure.mjs').Measured} removed */
const removedText = ({ totals }) =>
  [
    'The same client with its default options and the same answers, each time without one kind of fact, for seeds 1 to 5. The form stays; only the fact is gone.',
    markdownTable([
      ['left out', ...columns.slice(0, 8).map(([name]) => name)],
      ...removalPairs.map((pair, index) => [
        pair.removed,
        ...columns.slice(0, 8).map(([, text]) => text(totals[index])),
      ]),
    ]),
  ].join('\n\n');

const wrongCallsText =
  'Wrong calls of third-party servers from npm, each in its own process over stdio, with the pack of each server. *Right code*: the first failure has the code that fits what happened. The expected codes and the rules have the same author, and a few expectations were corrected after the first run. *Without its pack*: the same with the rules for all servers alone; the packs were written with these answers at hand, so this column is the fairer guess for a server that has none. *Corrected*: exactly one correction exists, and the corrected call is the only one sent. *Repeated*: the trouble passes and the operator declares the tool as a read. *Not sent*: the list of tools shows that the call must fail. The rest can only be judged by the server. *Unsafe repetitions*: writes sent more than once. Written by `npm --prefix tests/interop/ordinary run wrong-calls -- --write`.';

/** @type {(contract: Sums, prose: Sums, oracle: Sums, elsewhere: Sums) => string} */
const summaryOf = (contract, prose, oracle, elsewhere) =>
  [
    `The shipped client recovers ${contract.recovered} of ${contract.recoverable}, does ${contract.duplicates} things twice, repeats ${contract.unsafe_retries} writes unsafely, stops ${contract.correct_stops} of ${contract.must_stop} times where one must, and needs ${(contract.calls / oracle.calls).toFixed(2)} × the calls of the oracle, which knows every fault.`,
    `Whoever knows every sentence by heart gets nearly as far with patterns: ${prose.recovered}, but does ${prose.duplicates} things twice, and says ${prose.false_successes} times that something is done that is not, because a look cannot tell a colleague's effect from its own. With sentences of other servers the same patterns recover ${elsewhere.recovered}, and say ${elsewhere.false_successes} times that something is done that is not.`,
    `The answers of the contract are larger: ${(contract.bytes / prose.bytes).toFixed(1)} × the bytes and ${(contract.tokens / prose.tokens).toFixed(1)} × the tokens of the sentences, if a model were to read every one of them; what the client settles by itself, a model does not read.`,
  ].join(' ');

/** @typedef {import('../measure/totals.mjs').Totals} Sums */

/** @type {(name: string, totals: readonly import('../measure/totals.mjs').Totals[]) => import('../measure/totals.mjs').Totals} */
const totalsOf = (name, totals) => totals[pairs.findIndex(({ agent }) => agent === name)];

const agentsText = `
- **blind** makes the same call again until the answer is no error.
- **status** goes by what the protocol says: whether an answer is an error, whether one came, and whether the tool is annotated as safe to repeat. It never repeats anything else, and never reads a word.
- **prose** reads the sentences by patterns that were written with the whole table of sentences at hand ([where they come from](../bench/recovery/serve/ORIGINS.md)): it waits, asks, corrects, looks and prepares as far as they and the list of tools carry. It is the best case for sentences, since it knows every one that it can meet; what patterns do with others is further down.
- **ordinary** is \`recovering()\` of \`@recourse/client\` with its default options in front of the sentences. It corrects calls by the listed schemas, gives codes to words, and repeats nothing, since no read is declared. An answer that does not call itself an error is a success to it, so questions in words count as false successes here.
- **contract** is the same client with the same options in front of Recourse: all it is given is a person who answers and a way to start the server again.
- **tuned** is \`contract\` with an allowlist of everything that is not destructive, the budget of the other agents, and a time-out of 10 s for each answer.
- **oracle** makes the same first call, and then knows what went wrong and what it takes. It says that something is done only with an answer that shows it. Nobody can need fewer calls. It goes by what the office shows, so it can take an equal effect of a colleague for its own.
`.trim();

const readText = `
- **recovered**: the ledger shows what was wanted, once, and the agent knows it. What an agent says of itself never counts for it.
- **correct stops**: it cannot or must not be done (no permission, a person says no, somebody else changed it, nobody can know), the ledger is as it was, and the agent does not claim otherwise.
- **duplicates**: lines of the ledger beyond what was wanted. **unsafe retries**: a write sent again that may have been done by then: its answer was lost or says nothing certain, and it has not the key by which the server would know it again. A look in between excuses nothing.
- **wasted retries**: the same call again, with the same failure. One that met a fault that goes away by being met is not among them.
- **in doubt** and **handed over**: the ends of the shipped client by these names; the other agents name no ends.
- **false successes**: the agent says that it is done, and it is not. Many come from answers that do not call themselves errors.
- **time** is that of the office's clock, waiting for lost answers (10 s each) included. **bytes** are whole messages of \`tools/call\`; **tokens** (o200k) are names and arguments sent and the texts answered.
- **silent faults**: the server says that all is well, and it is not. Nothing on the wire tells; they are counted apart, and in no other column.
`.trim();

const limitsText = `
- We wrote both sides: the office, the agents, the contract and its client. The sentences are those of real servers, and each has its source; which sentence meets which fault is our choice.
- Most kinds of faults were reported in public ([where](../bench/recovery/world/SOURCES.md)). All kinds weigh the same. The world is not like that, and other weights give other figures: the table by kind lets you choose your own.
- The Recourse serving tells what its back end knows: that nothing was done, when to come back, what to look at. A server that does not know this can say it in no contract. Where it says something untrue, the client is wrong with it.
- The contract's client repeats a write only under the key it has, so it does nothing twice, however late a write lands. It cannot know that an interrupted write was not done; the server finds out. The office declares what that takes: a look for each write that finds the name of its intent, a settling time of 20 s, and handlers that end when their signal is aborted. With these, the key of \`timeout_not_done\`, \`hang_not_done\` and \`crash_amid_not_done\` is reopened after the settling time (after a crash also the rest of the lease, 10 s) and a look. Without one of them the same calls end \`in_doubt\`: a handler that ignores its signal keeps its key.
- The sentences of \`other sentences\` also say less than the first: that row is about wording and facts together. \`With facts left out\` is about facts alone.
- The sample over stdio has the faults of the back end only; lost messages and dead processes over real stdio and HTTP are tested in \`tests/recovering.system.test.ts\`, and are not in these figures.
- The scripted agents are instruments, not models. A model reads sentences better than patterns, and follows rules less strictly than a program.
- Part of what the contract's client recovers was mended while this was built: the rest of a batch, the time that a call in flight names, one look in place of two, a slip in the name of a tool, a confirmation that is sent again after a failure without effect. These are general and have tests of their own; the figure is of seeds 1 to 20, and unseen seeds are one option away.
`.trim();
