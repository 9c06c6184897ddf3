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
    `Contract: ${notes.contract}`,
    '## Wire format',
    ...examples.flatMap(({ title, outcome }) => [`### ${title}`, jsonBlock(dialect.render(outcome, exampleFacts))]),
    '## Recoverable parts',
    `A client can restore these parts of an outcome from the wire format: ${dialect.carries.map(code).join(', ')}.`,
    '## Extensions to the contract',
    dialect.extensions.length === 0
      ? 'None.'
      : `${dialect.extensions.map(code).join(', ')}. A client that knows only the contract can ignore these.`,
    '## Decisions',
    notes.settled.map((sentence) => `- ${sentence}`).join('\n'),
    '## Codes',
    renderCodes(dialect, codes),
    '## JSON Schema',
    "The schema describes a failure, or a success with any fields. `outputSchemaFor` adds the schema of a tool's output.",
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
      ? 'Each code is shown as follows; the original code is in the extension.'
      : `${native} codes keep their own names. Every other code is shown as the nearest of those; the original code is in the extension:`;
  return `${intro}\n\n${markdownTable(
    ['code', 'shown as'],
    foreign.map(({ listed, own }) => [code(qualifiedName(listed)), code(own)]),
  )}`;
};
