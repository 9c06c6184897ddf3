import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countBranches, countLines } from '../index.ts';
import { createProfileProject, linesOf, readingOf } from '../testing/create-project.ts';
import type { ProfileProject } from '../testing/create-project.ts';

let project: ProfileProject;
beforeAll(async () => {
  project = await createProfileProject(['src/a.py', 'src/b.py', 'lib/a.py', 'src/main/java/A.java']);
});
afterAll(() => project.remove());

const read = async (text: string | Uint8Array) => readingOf(await project.read('coverage.xml', text));
const refusal = async (text: string | Uint8Array, name = 'coverage.xml') => {
  const result = await project.read(name, text);
  if (!('code' in result)) throw new Error('it was read');
  return result.details;
};

const cobertura = (lines: string, { filename = 'a.py', sources = ['src'], before = '' } = {}): string =>
  `${before}<coverage><sources>${sources.map((source) => `<source>${source}</source>`).join('')}</sources>` +
  `<packages><package><classes>\n<class filename="${filename}">\n<methods/><lines>\n${lines}\n</lines></class>` +
  '</classes></package></packages></coverage>';

describe('Cobertura', () => {
  it('uses the first source folder that contains the file, and the project itself last', async () => {
    const line = '<line number="1" hits="1"/>';
    const placed = async (filename: string, sources: string[]) =>
      [...(await read(cobertura(line, { filename, sources }))).files.keys()].join();
    expect(await placed('a.py', ['src', 'lib'])).toBe('src/a.py');
    expect(await placed('b.py', ['lib', `${project.root}/src`])).toBe('src/b.py');
    expect(await placed('src/b.py', ['/app'])).toBe('src/b.py');
    expect(await placed(`${project.root}/lib/a.py`, ['src'])).toBe('lib/a.py');
    expect(await placed('../../etc/passwd', ['src'])).toBe('');
    expect(await placed('x.py', ['../..', '/'])).toBe('x.py');
  });

  it('looks above the profile where neither its sources nor the project have the file', async () => {
    await project.write('packages/one/deep/only.py', '');
    const text = cobertura('<line number="1" hits="1"/>', { filename: 'deep/only.py', sources: ['.'] });
    const placed = await project.read('packages/one/coverage.xml', text);
    expect([...readingOf(placed).files.keys()]).toEqual(['packages/one/deep/only.py']);
  });

  it('unites classes of one file and leaves lines of methods to the class', async () => {
    const text =
      '<coverage><packages><package><classes><class filename="src/a.py"><methods><method><lines>' +
      '<line number="9" hits="1"/></lines></method></methods><lines><line number="1" hits="0"/></lines></class>' +
      '<class filename="src/a.py"><lines><line number="1" hits="4"/><line number="2" hits="0"/></lines></class>' +
      '</classes></package></packages></coverage>';
    expect(linesOf(await read(text), 'src/a.py')).toBe('1:4 2:0');
  });

  it('never overstates covered branches if it cannot tell which ones ran', async () => {
    const line = '<line number="3" hits="1" branch="true" condition-coverage="50% (1/2)"/>';
    const file = (await read(cobertura(line + line))).files.get('src/a.py');
    expect(file && countBranches(file)).toEqual({ covered: 1, total: 2 });
  });

  it('counts branches that are told without a number', async () => {
    const { warnings } = await read(cobertura('<line number="3" hits="1" branch="true" condition-coverage="50%"/>'));
    expect(warnings).toMatchObject([{ kind: 'branch_unreadable', count: 1, line: 4 }]);
  });

  it.each([
    ['a negative count', '<line number="1" hits="-1"/>', 'the hit count of a line is negative'],
    ['no count', '<line number="1"/>', 'the hit count of a line is missing'],
    ['NaN', '<line number="1" hits="NaN"/>', 'the hit count of a line is not a whole number'],
    ['a count beyond 2^53', '<line number="1" hits="9007199254740993"/>', 'the hit count of a line is too large'],
    [
      'more taken than there is',
      '<line number="1" hits="1" condition-coverage="150% (3/2)"/>',
      'line 1 has 3 taken branches, but only 2 in total',
    ],
    [
      'a billion branches',
      '<line number="1" hits="1" condition-coverage="0% (0/1000000000)"/>',
      'line 1 has 1000000000 branches; at most 10000 are allowed',
    ],
    ['a line without end', '<line number="99999999" hits="1"/>', 'a line number is higher than 10000000'],
  ])('is refused with %s', async (_, line, reason) => {
    expect(await refusal(cobertura(line))).toEqual({ path: 'coverage.xml', format: 'cobertura', reason, line: 4 });
  });

  it('is refused if its totals are impossible', async () => {
    const text = '<coverage lines-valid="1" lines-covered="2"><packages/></coverage>';
    expect(await refusal(text)).toMatchObject({ reason: 'lines-covered is greater than lines-valid' });
  });
});

describe('Clover', () => {
  it('reads conditions as Clover means them, and leaves methods out', async () => {
    const text =
      '<coverage clover="4.4.1"><project><file name="a.py" path="src/a.py"><line num="1" type="method" count="9"/>' +
      '<line num="2" type="stmt" count="0"/><line num="3" type="cond" truecount="7" falsecount="0"/></file></project></coverage>';
    const reading = await read(text);
    expect(reading.format).toBe('clover');
    expect(linesOf(reading, 'src/a.py')).toBe('2:0 3:7');
    const file = reading.files.get('src/a.py');
    expect(file && countBranches(file)).toEqual({ covered: 1, total: 2 });
  });

  it('reads files that only have a name, as PHPUnit writes them', async () => {
    const text =
      '<coverage generated="1"><project timestamp="1"><file name="src/a.py"><line num="2" type="stmt" count="3"/></file></project></coverage>';
    expect(linesOf(await read(text), 'src/a.py')).toBe('2:3');
  });

  it('is refused with a condition that has no counts', async () => {
    const text =
      '<coverage clover="4"><project><file path="src/a.py"><line num="2" type="cond" count="1"/></file></project></coverage>';
    expect(await refusal(text)).toMatchObject({ reason: 'truecount is missing', format: 'clover' });
  });
});

describe('JaCoCo', () => {
  const report = (lines: string): string =>
    `<report name="x"><package name=""><sourcefile name="A.java">${lines}</sourcefile></package></report>`;

  it('counts a line as run once, however many instructions it has', async () => {
    const reading = await read(
      report('<line nr="1" mi="0" ci="8" mb="0" cb="0"/><line nr="2" mi="3" ci="0" mb="2" cb="0"/>'),
    );
    const file = reading.files.get('src/main/java/A.java');
    expect(linesOf(reading, 'src/main/java/A.java')).toBe('1:1 2:0');
    expect(file && [countLines(file), countBranches(file)]).toEqual([
      { covered: 1, total: 2 },
      { covered: 0, total: 2 },
    ]);
  });

  it.each(['mi="-1" ci="1"', 'ci="99999999999999999999"', 'ci="1" cb="x"'])('is refused with %s', async (counts) => {
    expect(await refusal(report(`<line nr="1" ${counts}/>`))).toMatchObject({ format: 'jacoco', line: 1 });
  });
});

describe('hostile XML', () => {
  const bomb = '<!DOCTYPE coverage [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';

  it.each([
    ['entities that grow', cobertura('', { before: bomb, filename: '&b;' })],
    ['entities that are never used', cobertura('', { before: bomb })],
    [
      'an entity of a file',
      cobertura('', { before: '<!DOCTYPE coverage [<!ENTITY x SYSTEM "file:///etc/passwd">]>', filename: '&x;' }),
    ],
    ['a subset with nothing in it', cobertura('', { before: '<!DOCTYPE coverage []>' })],
  ])('%s are refused', async (_, text) => {
    expect(await refusal(text)).toMatchObject({
      reason: expect.stringMatching('document type declaration contains definitions'),
    });
  });

  it('an undefined entity is refused', async () => {
    expect(await refusal(cobertura('', { filename: '&x;' }))).toMatchObject({
      reason: expect.stringMatching('not well-formed'),
    });
  });

  it('a document type that only names its definition is read, and the definition is not fetched', async () => {
    const before = '<?xml version="1.0"?><!DOCTYPE coverage SYSTEM "http://127.0.0.1:9/coverage-04.dtd">';
    expect(linesOf(await read(cobertura('<line number="1" hits="1"/>', { before })), 'src/a.py')).toBe('1:1');
  });

  it.each([
    ['elements in elements', `<coverage>${'<a>'.repeat(100_000)}`, 'elements are nested more than 64 levels deep'],
    [
      'attributes without end',
      `<coverage ${Array.from({ length: 1000 }, (_, index) => `a${index}=""`).join(' ')}>`,
      'an element has more than 64 attributes',
    ],
    [
      'a name of ten megabytes',
      `<coverage><${'a'.repeat(10_000_000)}`,
      'a tag, comment or text is longer than 1048576 characters',
    ],
    [
      'a comment of ten megabytes',
      `<coverage><!--${'a'.repeat(10_000_000)}`,
      'a tag, comment or text is longer than 1048576 characters',
    ],
    [
      'a text of ten megabytes',
      `<coverage>${'a'.repeat(10_000_000)}`,
      'a tag, comment or text is longer than 1048576 characters',
    ],
    ['another encoding', '<?xml version="1.0" encoding="UTF-7"?><coverage/>', 'its encoding is not UTF-8'],
    ['another document', '<html/>', 'its root element is not <coverage>'],
    [
      'a class in a class',
      '<coverage><class filename="a"><class filename="b">',
      'a file record starts before the previous one ends',
    ],
  ])('%s are refused', async (_, text, reason) => {
    expect(await refusal(text)).toMatchObject({ reason });
  });

  it('bytes that are not UTF-8 are refused', async () => {
    expect(await refusal(Buffer.from('<coverage><!-- \xff --></coverage>', 'latin1'))).toMatchObject({
      reason: 'it is not UTF-8',
    });
  });

  it.each([
    '<coverage>',
    '<coverage><packages></coverage>',
    '<coverage/><coverage/>',
    '',
    '<',
    '<coverage a=1/>',
    '<coverage a="1" a="2"/>',
  ])('what is not well-formed is refused: %s', async (text) => {
    expect(await refusal(text)).toMatchObject({ reason: expect.stringMatching('not well-formed') });
  });
});
