import type { Step, Trace } from '../artifact/step.ts';
import { statementsOf } from './statements.ts';
import { literal } from './literal.ts';

export interface ExportedTest {
  readonly source: string;
  readonly exported: number;
  /** Steps that have no counterpart, by their numbers and tools. */
  readonly omitted: readonly { readonly seq: number; readonly tool: string }[];
  /** Environment variables for the values that were masked. */
  readonly variables: readonly string[];
}

/** Tools of the stage that only look, and the end of the session, which every test has. */
const looks =
  /^electron_(?:status|info|doctor|discover_running|.*_list|snapshot|find|exists|peek|get_.*|focused_element|console_logs|screenshot|plugins|wait|stop)$/u;

const fillIn = [
  '/** Selects an option in a list, or fills in any other field. */',
  'const fillIn = async (field: Locator, value: string): Promise<void> => {',
  "  if (await field.evaluate((element) => element.tagName === 'SELECT')) await field.selectOption(value);",
  '  else await field.fill(value);',
  '};',
  '',
];

/** Turns a recording into a test for Playwright. Steps that failed and steps that only look are left out. */
export const exportPlaywright = ({ header, steps }: Trace): ExportedTest => {
  const isElectron = steps.some(({ tool, ok }) => ok && tool === 'electron_launch');
  const body: string[] = [];
  const omitted: { seq: number; tool: string }[] = [];
  const variables = new Set<string>();
  let exported = 0;
  for (const step of steps) {
    if (looks.test(step.tool)) continue;
    const found = step.ok ? statementsOf(step) : undefined;
    if (!found) {
      omitted.push({ seq: step.seq, tool: step.tool });
      body.push(`  // Step ${step.seq} is omitted: ${reasonOf(step)}.`);
      continue;
    }
    exported += 1;
    for (const name of found.variables) variables.add(name);
    body.push(...found.lines.map((line) => `  ${line}`));
  }
  const names = [
    ...(isElectron ? ['_electron'] : []),
    ...(body.some((line) => line.includes('await expect(')) ? ['expect'] : []),
    'test',
  ];
  const fillsIn = body.some((line) => line.startsWith('  await fillIn('));
  const types = [
    ...(isElectron ? ['ElectronApplication'] : []),
    ...(fillsIn ? ['Locator'] : []),
    ...(isElectron ? ['Page'] : []),
  ];
  const source = [
    `import { ${names.join(', ')} } from '@playwright/test';`,
    ...(types.length > 0 ? [`import type { ${types.join(', ')} } from '@playwright/test';`] : []),
    '',
    ...(fillsIn ? fillIn : []),
    ...(variables.size > 0
      ? [
          '/** Reads a value that the recording does not contain, because it may be secret. */',
          'const text = (name: string): string => {',
          '  const value = process.env[name];',
          '  if (value === undefined) throw new Error(`Set the environment variable ${name}`);',
          '  return value;',
          '};',
          '',
        ]
      : []),
    `test(${literal(header.name)}, async (${isElectron ? '' : '{ page }'}) => {`,
    ...(isElectron ? ['  let app: ElectronApplication;', '  let page: Page;'] : []),
    ...body,
    ...(isElectron ? ['  await app.close();'] : []),
    '});',
    '',
  ];
  return { source: source.join('\n'), exported, omitted, variables: [...variables] };
};

const reasonOf = ({ ok, code = '' }: Step): string =>
  ok ? 'the export has no equivalent of this call' : `it failed with ${code.replaceAll(/[^\w.]/gu, '')}`;
