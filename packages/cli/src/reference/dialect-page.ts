import { dialectSchema } from '@recourse/contract/dialects';
import type { Dialect } from '@recourse/contract/dialects';
import { qualifiedName } from '@recourse/contract/stability';
import type { ListedCode } from '@recourse/contract/stability';
import { exampleFacts } from '../examples/example-outcome.ts';
import { dialectExamples } from './dialect-examples.ts';
import { dialectNotes } from './dialect-notes.ts';
import { code, jsonBlock, markdownPage, markdownTable } from './markdown.ts';

/** The reference of one dialect: its examples, what survives in it, and how it names every known code. */
export const renderDialectPage = async (dialect: Dialect, codes: readonly ListedCode[]): Promise<string> => {
  const notes = dialectNotes[dialect.name];
  const examples = await dialectExamples(notes.ownExample);
  return markdownPage(`The \`${dialect.name}\` dialect`, [
    notes.what,
    `It honours: ${notes.contract}`,
    '## On the wire',
    ...examples.flatMap(({ title, outcome }) => [`### ${title}`, jsonBlock(dialect.render(outcome, exampleFacts))]),
    '## What comes back',
    `Reading what was written gives these parts of an outcome back: ${dialect.carries.map(code).join(', ')}.`,
    '## Where it says more than its contract',
    dialect.extensions.length === 0
      ? 'Nowhere.'
      : `At ${dialect.extensions.map(code).join(', ')}. A reader that knows only the contract may ignore these.`,
    '## What was settled',
    notes.settled.map((sentence) => `- ${sentence}`).join('\n'),
    '## Codes',
    renderCodes(dialect, codes),
    '## JSON Schema',
    "Of a success, whose own fields are open here, or a failure. `outputSchemaFor` puts the schema of a tool's output in.",
    jsonBlock(dialectSchema(dialect)),
  ]);
};

const renderCodes = (dialect: Dialect, codes: readonly ListedCode[]): string => {
  const errors = codes.filter(({ kind }) => kind === 'error');
  const named = errors.map((listed) => ({ listed, own: dialect.ownCode(listed) }));
  const foreign = named.filter(({ listed, own }) => own !== listed.code);
  if (foreign.length === 0) return 'Every code keeps its own name.';
  const native = named.length - foreign.length;
  const intro =
    native === 0
      ? 'How each code is shown; the code itself travels in the extension.'
      : `${native} codes keep their own names. The others are shown as the nearest of those, and travel whole in the extension:`;
  return `${intro}\n\n${markdownTable(
    ['code', 'shown as'],
    foreign.map(({ listed, own }) => [code(qualifiedName(listed)), code(own)]),
  )}`;
};
