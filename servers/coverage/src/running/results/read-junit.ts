import { SaxesParser } from 'saxes';

/** One test as a JUnit file tells of it. */
export interface JUnitCase {
  readonly suites: readonly string[];
  readonly name: string;
  readonly className: string;
  readonly file: string | undefined;
  readonly outcome: 'passed' | 'failed' | 'error' | 'skipped';
}

const outcomes: Readonly<Record<string, JUnitCase['outcome']>> = {
  failure: 'failed',
  error: 'error',
  skipped: 'skipped',
};

/** The tests of a JUnit file; undefined if it is no such file, or only a part of one. */
export const readJUnit = (text: string): readonly JUnitCase[] | undefined => {
  const cases: JUnitCase[] = [];
  const suites: string[] = [];
  let current: { -readonly [Key in keyof JUnitCase]: JUnitCase[Key] } | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const read = (key: string): string | undefined => attributes[key];
    const outcome = outcomes[name];
    if (name === 'testsuite') suites.push(read('name') ?? '');
    else if (name === 'testcase') {
      current = {
        suites: [...suites],
        name: read('name') ?? '',
        className: read('classname') ?? '',
        file: read('file'),
        outcome: 'passed',
      };
    } else if (current && outcome && current.outcome === 'passed') current.outcome = outcome;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'testsuite') suites.pop();
    if (name !== 'testcase' || !current) return;
    cases.push(current);
    current = undefined;
  });
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  return cases;
};
