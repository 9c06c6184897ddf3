import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { markdownTable } from '../../recovery/report/markdown-table.mjs';
import { serverRows, sharedRows, targetRows, taskRows, timingRows } from './tables.mjs';

/** Above this part of the machine, others spoil the times. */
const quietShare = 0.1;

/** The page of the comparison. */
export const renderPage = ({ run, machine, versions }) =>
  [
    '# The stage vs. other servers',
    'Written by `npm run bench:stage -- --write`; do not edit. How it works: [bench/stage/README.md](../bench/stage/README.md).',
    `Six MCP servers carry out the same ${run.tasks.length} tasks in the same Electron app: forms, lists that reorder, virtual lists, dialogs, uploads, editors, several windows, a reload midway, covered and disabled elements, a crash. The app keeps its own state, and that state decides whether a task is done, whatever the answers say. Each server has a driver written for it. A driver names an element only after an answer has shown it, and runs no code in the page.`,
    `Measured on ${machine.date} in one run: ${machine.cpus} × ${machine.processor}, ${machine.memoryGb} GB, ${machine.platform} ${machine.arch}, Node ${machine.node}, Electron 42. ${versionsOf(versions)}`,
    ...busyWarning(run.others),
    '![Tasks, errors, tokens and times of six servers](stage.svg)',
    markdownTable(serverRows(run)),
    readingText,
    '## Targets',
    markdownTable(targetRows(run)),
    '## Tokens vs. each peer',
    'A task that fails early costs few tokens, so tokens are compared only for the tasks that the peer completed. Tokens are those of the text blocks of all answers (o200k), which clients forward to the model; arguments, `structuredContent` and the launch of the app are not counted, except in the task `crash`.',
    markdownTable(sharedRows(run)),
    '## Tasks',
    'Tokens of the answers where a task was done. **wrong**: an action reached a different element, or one that a person could not reach. **false**: a reported success had no effect. The last column compares ours with the cheapest peer that has done the task.',
    markdownTable(taskRows(run)),
    '## Speed',
    `The servers take turns. ${run.timings[0]?.rows.length ?? 0} of them can launch apps. A ratio compares with the fastest peer that does the task \`covered\` (${(run.passing ?? []).join(', ')}). The processor time of a launch includes the app; that of the other calls is the server's own.`,
    markdownTable(timingRows(run)),
    lossesText(run),
    '',
  ].join('\n\n');

const versionsOf = (versions) =>
  `Versions: ${Object.entries(versions)
    .filter(([name]) => !['gpt-tokenizer', 'playwright'].includes(name))
    .map(([name, version]) => `\`${name}\` ${version}`)
    .join(', ')}; tokens by \`gpt-tokenizer\` ${versions['gpt-tokenizer']}.`;

const busyWarning = (others = 0) =>
  others <= quietShare
    ? []
    : [
        `**Do not quote the times.** Other processes used ${(others * 100).toFixed(0)} % of the machine during this run. Tasks, calls and tokens do not depend on that; of the times, only the ratios are meaningful.`,
      ];

const readingText = `
- \`playwright-mcp\` and \`chrome-devtools-mcp\` do not start Electron apps. They attach to the debugging port of an app that the runner has started, as does \`electron-mcp-server\`, which looks for apps on the ports 9222 to 9225 only. The task \`crash\` needs a launch, so they cannot do it.
- \`no tool for\` counts tasks for which a server has no tool.
- Each server is measured with its default list of tools. A client sends this list to the model once per session or on every turn.
`.trim();

const lossesText = ({ tasks, timings, shared }) => {
  const dear = tasks.filter(({ ratio }) => ratio !== undefined && ratio > 1.2);
  const slow = timings.filter(({ ratio }) => ratio > 1);
  const nearest = shared.toSorted((one, other) => other.ratio - one.ratio)[0];
  return [
    '## Where the stage is worse',
    ...(nearest ? [`- **Tokens of small tasks.** ${withoutLargest(tasks, nearest)}`] : []),
    `- **Single tasks.** ${dear.length} of ${tasks.length} cost more than 1.2 × the cheapest peer: ${dear.map(describeDear).join(', ')}. In brackets: what its calls would cost if no answer had more than the envelope that the contract requires (\`ok\` and \`_meta\` with its counts and the session, ${envelopeTokens} tokens). The answers of \`electron-driver\` are \`{"ok":true}\`, 5 tokens. \`electron-driver\` accepts Playwright selectors, so the text of a page is enough for its driver. In \`reload-midway\` that saved an empty note, because a selector also matches the new page; a reference of the stage does not.`,
    `- **Speed.** ${slow.map(({ what, ratio, fastest }) => `${what === 'state' ? 'state of one element' : what} ${ratio.toFixed(1)} × ${fastest}`).join(', ')}. Each of our calls captures the whole page, computes roles, names, rows and secrets from that, and checks that the element is still the one that was shown. Peers run a query in the page for the one element.`,
  ].join('\n\n');
};

/** An answer with nothing to say. */
const envelopeTokens = countTokens(
  JSON.stringify({ ok: true, _meta: { estimated_tokens: 3, elapsed_ms: 30, session_id: 'session-1' } }),
);

const describeDear = ({ task, ratio, cells: { recourse } }) => {
  const least = (ratio * recourse.calls * envelopeTokens) / recourse.tokens;
  return `\`${task}\` ${ratio.toFixed(1)} × (${least.toFixed(1)} ×)`;
};

/** One large page can decide a sum, so that the sum is also given without it. */
const withoutLargest = (tasks, { name, ratio }) => {
  const done = tasks.filter(({ cells }) => cells[name].outcome === 'done');
  const [largest, ...rest] = done.toSorted((one, other) => other.cells[name].tokens - one.cells[name].tokens);
  const tokensOf = (who) => rest.reduce((sum, { cells }) => sum + cells[who].tokens, 0);
  const without = tokensOf('recourse') / tokensOf(name);
  return `The sum is ${ratio.toFixed(2)} × ${name}, and ${without.toFixed(2)} × without \`${largest.task}\`, which cost ${name} ${largest.cells[name].tokens.toLocaleString('en')} tokens and the stage ${largest.cells.recourse.tokens.toLocaleString('en')}.`;
};
