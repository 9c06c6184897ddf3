import type { JsonObject } from '@recourse/contract';
import type { DialectName } from '@recourse/contract/dialects';
import type { ListedCode } from '@recourse/contract/stability';
import type { Paint } from '../terminal/paint.ts';
import { fieldsTable } from '../terminal/fields-table.ts';
import { labelled } from '../terminal/labelled.ts';
import { recoverySentences } from './recovery-sentences.ts';

export interface ShownExample {
  readonly dialect: DialectName;
  /** The code that the dialect itself writes. */
  readonly ownCode: string | number;
  readonly wire: JsonObject;
}

/** One code for people: what it means, what to do about it, and how it looks on the wire. */
export const codePage = (listed: ListedCode, example: ShownExample, paint: Paint): string =>
  [
    `${paint.bold(listed.code)}  ${paint.dim(`${listed.namespace ?? 'core'} · ${listed.kind} · ${listed.category}`)}`,
    listed.summary[0] ?? '',
    '',
    ...facts(listed).map(([label, text]) => labelled(label, text, labelWidth)),
    '',
    ...detailsBlock(listed, paint),
    paint.bold(exampleTitle(listed, example)),
    JSON.stringify(example.wire, null, 2),
  ].join('\n');

const labelWidth = 10;

const facts = (listed: ListedCode): readonly (readonly [label: string, text: string])[] => [
  ...alternatives('Message', listed.message),
  ...alternatives('Hint', listed.hint),
  ['Recovery', `${listed.recovery}: ${recoverySentences[listed.recovery]}`],
  ['Retry', retryText(listed)],
  ['HTTP', listed.http === null ? 'none: it is never sent as an HTTP response' : String(listed.http)],
  ...(listed.jsonrpc === null ? [] : [['JSON-RPC', String(listed.jsonrpc)] as const]),
  ['Since', `${listed.since}${listed.reserved ? ', reserved: not in use yet' : ''}`],
  ...deprecation(listed),
];

const alternatives = (label: string, texts: readonly string[]): readonly (readonly [string, string])[] =>
  texts.map((text, index) => [index === 0 ? label : '', index === 0 ? text : `or: ${text}`]);

const retryText = ({ kind, retryable }: ListedCode): string => {
  if (kind === 'warning') return 'not needed: the call has succeeded';
  if (kind === 'report') return 'no: it is part of a report, and the call has succeeded';
  return retryable ? 'yes: the same call can succeed later' : 'no: the same call would fail again';
};

const deprecation = ({ deprecated }: ListedCode): readonly (readonly [string, string])[] => {
  if (!deprecated) return [];
  const instead = deprecated.use === undefined ? '' : ` Use ${deprecated.use}.`;
  return [['Obsolete', `since ${deprecated.since}: ${deprecated.why}.${instead}`]];
};

const detailsBlock = ({ details }: ListedCode, paint: Paint): readonly string[] => {
  const lines = fieldsTable(details);
  return lines.length === 0 ? [] : [paint.bold('Details'), ...lines, ''];
};

const exampleTitle = ({ code }: ListedCode, { dialect, ownCode }: ShownExample): string =>
  ownCode === code
    ? `Example in the ${dialect} dialect`
    : `Example in the ${dialect} dialect, which shows the code as ${ownCode}`;
