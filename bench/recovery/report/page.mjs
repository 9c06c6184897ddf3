import { flagPairs, formPairs, otherPairs, pairs, removalPairs } from '../measure/measure.mjs';
import { budget } from '../measure/run-scenario.mjs';
import { kindsTable } from './kinds-table.mjs';
import { markdownTable } from './markdown-table.mjs';
import { scenariosOf } from '../world/scenarios.mjs';
import { countShapes } from '../world/shape.mjs';
import { columns, rowsOf, servingNames } from './tables.mjs';

/**
 * The page of the figures.
 *
 * @typedef {import('../measure/measure.mjs').Measured} Measured
 * @param {{ measured: Measured, seeds: readonly number[], asProcesses?: readonly import('../processes/compare.mjs').Compared[], unseen?: readonly number[], elsewhere?: Measured, removed?: Measured, forms?: Measured, flags?: Measured, commit: string, versions: Readonly<Record<string, string>> }} run
 */
export const renderPage = ({
  measured,
  seeds,
  asProcesses,
  unseen,
  elsewhere,
  removed,
  forms,
  flags,
  commit,
  versions,
}) => {
  const { totals, controls, byKind } = measured;
  const first = totals.slice(0, pairs.length);
  const [contract, oracle] = [totalsOf('contract', first), totalsOf('oracle', first)];
  return [
    '# Recovery benchmark',
    'Written by `npm run bench:recovery -- --write`; do not edit.',
    `The benchmark simulates an office with tickets, invoices and files. A ledger records everything that took effect, and the clock is virtual. The same office is served over MCP by the official SDK, whose failures are sentences that real servers send, and by Recourse. Seven scripted agents make the same calls and encounter ${Object.keys(byKind).length} kinds of faults. A second writer works on the same objects, and a write that timed out may still take effect: usually soon, sometimes up to 20 s later. No language model is involved; the benchmark can also be run [with a real one](../bench/recovery/README.md#a-real-model).`,
    `${seeds.length} seeds, ${first[0].tasks} tasks per agent (${first[0].recoverable} can be recovered, ${first[0].must_stop} must not be done), at most ${budget.calls} calls and ${budget.seconds} s per task.`,
    '![Tasks recovered, effects duplicated and calls needed, by agent](recovery.svg)',
    markdownTable(rowsOf(pairs, first)),
    summaryOf(contract, totalsOf('prose', first), oracle, totals[pairs.length]),
    '## The agents',
    agentsText,
    '## By kind of fault',
    'How many tasks of each kind the agent handled correctly (recovered it, or stopped where it must), and its average number of calls.',
    kindsTable(byKind, pairs),
    ...(forms ? ['## The same facts in other forms', formsText(forms)] : []),
    ...(removed ? ['## With facts removed', removedText(removed)] : []),
    '## Agents with other servers',
    'The same scenarios. *Other real sentences* are those of Python servers with FastMCP and httpx, for which the patterns of `prose` were not written; they also state fewer facts. With Recourse, `blind`, `status` and `prose` do not read the contract.',
    markdownTable(rowsOf(otherPairs, totals.slice(pairs.length))),
    ...(flags ? ['## Failures that are not flagged', flagsText(flags)] : []),
    ...(unseen && elsewhere ? ['## Unseen scenarios', unseenText(seeds, unseen, elsewhere.totals[0])] : []),
    ...(asProcesses ? ['## Real processes', processesText(asProcesses, seeds[0])] : []),
    '## Real servers that do not know the contract',
    wrongCallsText,
    '<!-- wrong-calls -->\n<!-- /wrong-calls -->',
    '## The columns',
    readText,
    '## Controls',
    `Checked in every run; the command exits with 1 if one fails. Clean tasks: ${controls.clean.passed} of ${controls.clean.runs} runs succeeded with one call. Tasks that must not be done: not done in ${controls.stays_failed.passed} of ${controls.stays_failed.runs} runs. Failures that leak an answer: ${controls.leaks.length}. Every failure is searched for text that only a success may contain (the receipt of a write, the text that a read returns), and a test checks that the search finds a planted leak.`,
    '## Limits',
    limitsText,
    '## Versions',
    `Commit ${commit}. ${Object.entries(versions)
      .map(([name, version]) => `\`${name}\` ${version}`)
      .join(
        ', ',
      )}. The same seeds give the same figures on every machine. \`npm run bench:recovery -- --seed 4711\` runs other scenarios.`,
    '',
  ].join('\n\n');
};

/** @type {(seeds: readonly number[], unseen: readonly number[], totals: Sums) => string} */
const unseenText = (seeds, unseen, totals) => {
  const { recovered, recoverable, duplicates, false_successes: falsehoods } = totals;
  const [train, test] = [seeds, unseen].map((list) => list.flatMap((seed) => scenariosOf(seed)));
  const [own, other] = [countShapes(train, []), countShapes(test, train)];
  return `The shape of a scenario is its kind, its tool, its faults in order with their durations to the nearest power of two, and when the second writer acts. Seeds ${seeds[0]} to ${seeds.at(-1)} have ${own.shapes} distinct shapes. Seeds ${unseen[0]} to ${unseen.at(-1)} have ${other.shapes}, of which ${other.unseen} do not occur in the first. On those seeds, the client with its default options recovers ${recovered} of ${recoverable}, with ${duplicates} duplicates and ${falsehoods} false successes.`;
};

/** The outcomes, without calls, time and sizes. */
const outcomes = columns.slice(0, 8);

/** @type {(running: readonly { agent: string, serving: string }[], measured: Measured) => string} */
const outcomesTable = (running, { totals }) =>
  markdownTable([
    ['agent', 'serving', ...outcomes.map(([name]) => name)],
    ...running.map(({ agent, serving }, index) => [
      agent,
      servingNames[serving],
      ...outcomes.map(([, text]) => text(totals[index])),
    ]),
  ]);

/** @param {Measured} forms */
const formsText = (forms) =>
  [
    'The same server and the same facts, for seeds 1 to 5; only the form of a failure differs. Every field of the contract becomes a sentence, in two wordings that state the same facts. `patterns` is the client with patterns written for the first wording; `reworded` uses the same patterns with the second wording; `unread` has no patterns for these sentences.',
    outcomesTable(formPairs, forms),
    'With the same facts, patterns for known sentences do as well as the contract. They are useless once the wording changes. The client still does nothing twice, because it does not act on a failure that it cannot read.',
  ].join('\n\n');

/** @param {Measured} flags */
const flagsText = (flags) =>
  [
    'The client with servers that send real sentences, for seeds 1 to 5: on a server that sets `isError` on every failure and question, and on one that never does. An answer without `isError` is a success to the client unless an operator writes a rule for that tool.',
    outcomesTable(flagPairs, flags),
  ].join('\n\n');

/** @param {Measured} removed */
const removedText = ({ totals }) =>
  [
    'The client with its default options and Recourse, for seeds 1 to 5. Each row removes one kind of fact from every failure; the form stays the same.',
    markdownTable([
      ['removed', ...outcomes.map(([name]) => name)],
      ...removalPairs.map((pair, index) => [pair.removed, ...outcomes.map(([, text]) => text(totals[index]))]),
    ]),
  ].join('\n\n');

/** @type {(compared: readonly import('../processes/compare.mjs').Compared[], seed: number) => string} */
const processesText = (compared, seed) =>
  [
    `A sample of ${compared[0]?.runs} scenarios of seed ${seed} per wire, with the server in a separate process, its state in SQLite and the client with its default options. The sample includes lost requests, lost answers and a server that is killed before, during or after a call and restarted. *Same* means the same ledger and the same end as in memory.`,
    markdownTable([
      ['wire', 'scenarios', 'same as in memory', 'duplicates', 'unsafe retries', 'false successes', 'different'],
      ...compared.map(
        ({ wire, runs, same, duplicates, unsafe_retries: unsafe, false_successes: falsehoods, others }) => [
          wire === 'http' ? 'HTTP' : wire,
          ...[runs, same, duplicates, unsafe, falsehoods].map(String),
          others.length === 0 ? '–' : others.map((kind) => `\`${kind}\``).join(', '),
        ],
      ),
    ]),
  ].join('\n\n');

const wrongCallsText =
  'Wrong calls to third-party servers from npm, each in its own process over stdio, with the pack for that server. *Right code*: the first failure has the code that matches the problem. The expected codes and the rules have the same author, and a few expectations were corrected after the first run. *Without its pack*: with the general rules only. The packs were written for these answers, so this column is the fairer estimate for a server without a pack. *Corrected*: exactly one correction exists, and only the corrected call is sent. *Repeated*: the fault is temporary, and the operator declares the tool as a read. *Not sent*: the list of tools shows that the call must fail. Only the server can check all other calls. *Unsafe repetitions*: writes sent more than once.';

/** @type {(contract: Sums, prose: Sums, oracle: Sums, elsewhere: Sums) => string} */
const summaryOf = (contract, prose, oracle, elsewhere) =>
  [
    `The client with its default options recovers ${contract.recovered} of ${contract.recoverable} (${Math.floor((1_000 * contract.recovered) / contract.recoverable) / 10} %), with ${contract.duplicates} duplicates, ${contract.unsafe_retries} unsafe retries and ${contract.false_successes} false successes. It stops correctly in ${contract.correct_stops} of the ${contract.must_stop} tasks that must not be done, and makes ${(contract.calls / oracle.calls).toFixed(2)} × the calls of \`oracle\`, which is told about every fault.`,
    `The agent \`prose\`, whose patterns match every error sentence used here, recovers ${prose.recovered}, with ${prose.duplicates} duplicates and ${prose.false_successes} false successes, because a lookup cannot tell the second writer's effect from the agent's own. With the error sentences of other servers, the same patterns recover ${elsewhere.recovered}, with ${elsewhere.false_successes} false successes.`,
    `The contract costs ${(contract.bytes / prose.bytes).toFixed(1)} × the bytes and ${(contract.tokens / prose.tokens).toFixed(1)} × the tokens of sentences if a model reads every answer. A model does not read the failures that the client handles itself.`,
  ].join(' ');

/** @typedef {import('../measure/totals.mjs').Totals} Sums */

/** @type {(name: string, totals: readonly import('../measure/totals.mjs').Totals[]) => import('../measure/totals.mjs').Totals} */
const totalsOf = (name, totals) => totals[pairs.findIndex(({ agent }) => agent === name)];

const agentsText = `
- **blind** repeats the call until the answer is not an error.
- **status** uses only the protocol: whether an answer is an error, whether there was an answer, and whether the tool is annotated as safe to repeat. It reads no text.
- **prose** reads the sentences with patterns written for all of them ([sources](../bench/recovery/serve/ORIGINS.md)). It waits, asks, corrects, looks up and prepares whatever the sentences and the list of tools allow. It is the best case for sentences.
- **ordinary** is \`recovering()\` of \`@recourse/client\` with its default options, on the servers that send sentences. It corrects calls to match the listed schemas, infers codes, and repeats nothing, because no tool is declared as a read. Questions that are sent as plain text count as false successes here.
- **contract** is the same client with the same options, on Recourse. It can ask a person, who answers, and can restart the server.
- **tuned** is \`contract\` with an allowlist of everything that is not destructive, the budget of the other agents, and a time-out of 10 s for each answer.
- **oracle** makes the same first call, then knows the fault and how to react to it. It claims success only if an answer shows it. It can mistake an equal effect of the second writer for its own.
`.trim();

const readText = `
- **recovered**: the ledger shows the requested effect exactly once, and the agent knows it. An agent's own claim never counts in its favour.
- **correct stops**: the task cannot or must not be done (no permission, a person says no, another user changed the object, the effect cannot be known), the ledger is unchanged, and the agent does not claim success.
- **duplicates**: lines of the ledger in addition to the requested ones. **unsafe retries**: a write that was sent again although it may have been done, without the key by which the server would recognise it. A lookup in between does not make it safe.
- **wasted retries**: the same call again with the same failure, except for faults that end after a number of calls.
- **in doubt** and **handed over**: calls that the client ended with these names. The other agents have no such ends.
- **false successes**: the agent claims success and the task is not done. Many come from answers that are not marked as errors.
- **time**: virtual, with 10 s for each lost answer. **bytes**: whole messages of \`tools/call\`. **tokens** (o200k): names and arguments sent, text received.
- **silent faults**: the server claims success although it has done nothing, or answers with old data. Nothing on the wire shows this; these faults count in no other column.
`.trim();

const limitsText = `
- One author wrote the office, the agents, the contract and its client. The sentences are those of real servers, each with its source; we chose which sentence goes with which fault.
- Most kinds of faults were reported in public ([sources](../bench/recovery/world/SOURCES.md)). All kinds have the same weight. Other weights give other figures: use the table by kind.
- Cases that the default options do not handle: \`misspelt_tool\` and \`state_to_change\` need calls that the caller has to allow (\`tuned\` allows them), and only the oracle detects silent faults.
- The Recourse server states what its back end knows: that nothing was done, when to retry, which call shows the effect. A server that does not know this cannot state it, and the client relies on what is stated.
- The client repeats a write only with the same key. The server finds out whether an interrupted write was done. For this, the office declares a lookup that finds the name of the intent, a settling time of 20 s, and handlers that end when they are aborted. The keys of \`timeout_not_done\`, \`hang_not_done\` and \`crash_amid_not_done\` are reopened after the settling time (after a crash also the rest of the lease, 10 s) and a lookup. Without any one of these declarations, such calls end \`in_doubt\`.
- The scripted agents are not models. A model reads sentences better than patterns and follows rules less strictly than a program.
- Parts of the client were fixed while the benchmark was built. The fixes are general and have their own tests; unseen seeds are measured above.
`.trim();
