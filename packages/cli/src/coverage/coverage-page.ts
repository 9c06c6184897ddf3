import { isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject, Outcome, Success } from '@recourse/contract';
import { alignColumns } from '../terminal/align-columns.ts';
import type { Paint } from '../terminal/paint.ts';
import { visible } from '../terminal/visible.ts';
import { asTyped } from './as-typed.ts';

/** An outcome for people: the verdict first, then where to look, what to do, and what it rests on. */
export const coveragePage = (outcome: Outcome, paint: Paint): readonly string[] =>
  outcome.ok ? successLines(outcome, paint) : failureLines(outcome, paint);

const failureLines = (failure: Failure, paint: Paint): readonly string[] => {
  const details = failure.details ?? {};
  const also = rowsOf(details, 'also').map((row) => `  ${text(row, 'code')}  ${text(row, 'error')}`);
  const tail = text(details, 'output_tail');
  return [
    `${paint.red('✗')} ${paint.bold(failure.code)}  ${visible(messageOf(failure))}`,
    ...also,
    ...section(
      'Below',
      rowsOf(details, 'failing').map((row) => [
        text(row, 'subject'),
        `${text(row, 'percent')} %`,
        `of ${text(row, 'required')} %`,
      ]),
    ),
    ...section(
      'Uncovered',
      rowsOf(details, 'uncovered').map((row) => [text(row, 'file'), text(row, 'lines')]),
    ),
    ...(tail === '' ? [] : ['', ...tail.split('\n').map((line) => paint.dim(`  ${visible(line)}`))]),
    '',
    `${paint.cyan('→')} ${visible(asTyped(failure.hint))}`,
    ...originLines(details, paint),
  ];
};

/** Validation messages name options instead of fields; other messages stay as they are. */
const messageOf = ({ code, message }: Failure): string => (code.startsWith('VALIDATION_') ? asTyped(message) : message);

const successLines = ({ value, warnings }: Success, paint: Paint): readonly string[] => {
  if (!isJsonObject(value)) return [JSON.stringify(value)];
  const mark = value['holds'] === false ? paint.red('✗') : paint.green('✓');
  const body = text(value, 'commentBody');
  return [
    `${mark} ${visible(text(value, 'summary'))}`,
    ...planLines(value['plan']),
    ...(value['defaultMin'] === undefined ? [] : policyLines(value)),
    ...section(
      'Domains',
      rowsOf(value, 'domains').map((row) => [
        text(row, 'domain'),
        `${text(row, 'percent')} %`,
        `of ${text(row, 'required')} %`,
        text(row, 'status'),
      ]),
    ),
    ...section(
      'Files',
      rowsOf(value, 'files').map((row) => [
        text(row, 'file'),
        `${text(row, 'percent')} %`,
        `of ${text(row, 'required')} %`,
        text(row, 'status'),
      ]),
    ),
    ...section(
      'Uncovered',
      rowsOf(value, 'uncovered').map((row) => [text(row, 'file'), text(row, 'lines')]),
    ),
    ...section('Debt', rowsOf(value, 'items').flatMap(debtRows)),
    ...section(
      'Suggestions',
      rowsOf(value, 'suggestions').map((row) => [
        text(row, 'domain'),
        `${text(row, 'currentMin')} → ${text(row, 'suggestedMin')}`,
        text(row, 'reason'),
      ]),
    ),
    ...section('Worse', rowsOf(value, 'regressed').map(deltaRow)),
    ...section('Better', rowsOf(value, 'improved').map(deltaRow)),
    ...(body === '' ? [] : ['', ...body.split('\n').map(visible)]),
    ...(text(value, 'outputPath') === '' ? [] : ['', `Written: ${visible(text(value, 'outputPath'))}`]),
    ...warnings.map(({ code, message }) => `${paint.yellow('!')} ${code}  ${visible(message)}`),
    ...originLines(value, paint),
  ];
};

/** Lists the minimums of a new policy and the next step. */
const policyLines = (value: JsonObject): readonly string[] => {
  const names = Array.isArray(value['domains']) ? value['domains'].map(String) : [];
  return [
    ...names.map((name) => `  ${visible(name)}  ${text(value, 'defaultMin')} %`),
    '',
    `→ Review the domains and minimums, then run recourse coverage check.`,
  ];
};

/** One argument per line: arguments may contain spaces, and no shell reads them. */
const planLines = (plan: Json | undefined): readonly string[] => {
  if (!isJsonObject(plan)) return [];
  const words = Array.isArray(plan['arguments']) ? plan['arguments'] : [];
  return ['', visible(text(plan, 'command')), ...words.map((word) => `  ${visible(String(word))}`)];
};

const deltaRow = (row: JsonObject): readonly string[] => [
  text(row, 'file'),
  `${text(row, 'basePct')} %`,
  `→ ${text(row, 'headPct')} %`,
];

const debtRows = (row: JsonObject): readonly (readonly string[])[] => [
  [
    text(row, 'name'),
    `${text(row, 'current')} %`,
    `of ${text(row, 'required')} % required, ${text(row, 'lines')} more covered lines needed`,
  ],
  ...rowsOf(row, 'where').map((place) => [`  ${text(place, 'file')}`, '', text(place, 'lines')]),
];

const section = (title: string, rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0 ? [] : ['', title, ...alignColumns(rows.map((row) => row.map(visible))).map((line) => `  ${line}`)];

const originLines = (holder: JsonObject, paint: Paint): readonly string[] => {
  const provenance = holder['provenance'];
  if (!isJsonObject(provenance)) return [];
  const { commit, dirty, runner, config } = provenance;
  const parts = [
    typeof commit === 'string'
      ? `commit ${commit.slice(0, 12)}${dirty === true ? ' and uncommitted changes' : ''}`
      : '',
    isJsonObject(runner) ? `${text(runner, 'name')} ${text(runner, 'version')}` : '',
    ...rowsOf(provenance, 'profiles').map(
      (row) =>
        `${text(row, 'path')} (${text(row, 'age_seconds')} s old${row['attested'] === false ? ', unattested' : ''})`,
    ),
    isJsonObject(config) ? `policy ${text(config, 'path') || 'built in'}` : '',
  ].filter((part) => part !== '');
  const skipped = provenance['skipped'];
  const left = Array.isArray(skipped) && skipped.length > 0 ? [`Not included: ${skipped.join('; ')}`] : [];
  return ['', paint.dim(visible(`Based on ${parts.join(', ')}`)), ...left.map((line) => paint.dim(visible(line)))];
};

const rowsOf = (holder: JsonObject, name: string): readonly JsonObject[] => {
  const rows: Json | undefined = holder[name];
  return Array.isArray(rows) ? rows.filter((row) => isJsonObject(row)) : [];
};

const text = (holder: JsonObject, name: string): string => {
  const value = holder[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
