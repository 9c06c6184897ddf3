import path from 'node:path';
import type { FlagRule, ValueRule } from '../input/flag-rule.ts';
import { judgePlace } from '../input/judge-place.ts';
import { crashed, endingOf, unlessCrashed } from '../results/endings.ts';
import { readGoEvents } from '../results/read-go-events.ts';
import type { GoEvents } from '../results/read-go-events.ts';
import { asItIs, builtIn, values } from '../input/flag-rule.ts';
import { judgeSelection, refuseSelection } from './judge-selection.ts';
import type { Runner } from './runner.ts';

const { count, processes, truth } = values;
const words = (...given: readonly string[]): ValueRule => ({ kind: 'word', words: given });

/** Go reads one hyphen and two alike. */
const valued = (name: string, value: ValueRule): FlagRule => ({ names: [`-${name}`, `--${name}`], value });
const toggle = (name: string): FlagRule => ({ ...valued(name, truth), alone: 'true' });

const loading = (pattern: RegExp, example: string): ValueRule => ({ kind: 'text', pattern, example, loads: true });

export const goTest: Runner = {
  name: 'go-test',
  flags: [
    { ...valued('run', { kind: 'filter' }), means: 'run' },
    { ...valued('tags', { kind: 'tags' }), means: 'tags' },
    { ...toggle('race'), means: 'race' },
    { ...toggle('short'), means: 'short' },
    { names: ['-v', '--v', '--verbose'], value: truth, alone: 'true', means: 'verbose' },
    valued('skip', { kind: 'filter' }),
    valued('bench', { kind: 'filter' }),
    valued('benchtime', {
      kind: 'text',
      pattern: /^(?:[0-9]{1,9}x|[0-9]{1,6}(?:\.[0-9]+)?(?:ms|s|m))$/,
      example: '1s',
    }),
    toggle('benchmem'),
    valued('count', count),
    valued('parallel', count),
    valued('p', processes),
    valued('cpu', { kind: 'text', pattern: /^[0-9]{1,4}(?:,[0-9]{1,4}){0,15}$/, example: '1,2' }),
    valued('timeout', { kind: 'duration' }),
    valued('shuffle', { kind: 'text', pattern: /^(?:on|off|-?[0-9]{1,19})$/, example: 'on' }),
    valued('vet', { kind: 'text', pattern: /^(?:off|all|[a-z]{2,20}(?:,[a-z]{2,20}){0,30})$/, example: 'off' }),
    toggle('trimpath'),
    // Any other value runs git in the project, whose configuration can name programs.
    valued('buildvcs', builtIn('false')),
    // Without inlining, which mocks need, or optimisation; other flags of compiler and linker name programs and files.
    valued('gcflags', loading(/^(?:all=)?-[lN](?: -[lN])?$/, 'all=-l')),
    valued(
      'ldflags',
      loading(
        /^(?:-s|-w|-X [\w./-]{1,100}=[\w.+-]{0,100})(?: (?:-s|-w|-X [\w./-]{1,100}=[\w.+-]{0,100})){0,9}$/,
        '-s -w',
      ),
    ),
    asItIs('-covermode=atomic', '--covermode=atomic', '-coverpkg=./...', '--coverpkg=./...'),
    asItIs('-pgo=off', '--pgo=off', '-buildmode=default', '--buildmode=default', '-compiler=gc', '--compiler=gc'),
    valued('blockprofilerate', count),
    valued('memprofilerate', count),
    valued('mutexprofilefraction', count),
    valued('mod', words('readonly', 'vendor')),
    toggle('failfast'),
    toggle('fullpath'),
    toggle('a'),
    toggle('x'),
    { names: ['-cover', '--cover'], value: words('true'), alone: 'true', redundant: true },
    { names: ['-json', '--json'], value: words('true'), alone: 'true', redundant: true },
  ],
  expresses: ['run', 'tags', 'race', 'short', 'verbose'],
  profile: { file: 'coverage.out', format: 'go' },
  select: (field, value, root) => judgeSelection(field, value, () => judgePackages(field, value, root)),
  // The packages of a workspace are named one by one: `./...` in its root means none of them.
  arguments: (wishes, { folder }, { measured = ['./...'] }) => [
    '-json',
    '-covermode=atomic',
    `-coverpkg=${measured.join(',')}`,
    `-coverprofile=${path.join(folder, 'coverage.out')}`,
    ...(wishes.verbose ? ['-v'] : []),
    ...(wishes.race ? ['-race'] : []),
    ...(wishes.short ? ['-short'] : []),
    ...(wishes.tags.length > 0 ? [`-tags=${wishes.tags.join(',')}`] : []),
    ...(wishes.run === undefined ? [] : [`-run=${wishes.run}`]),
    ...wishes.flags,
    ...packages(wishes.selection, wishes.changed, measured),
  ],
  readOutput: readGoEvents,
  ending: ({ exitCode, events }) => {
    const { failedTests, failedPackages, brokenPackages, total } = events as GoEvents;
    // A package that fails without a test that does has ended by itself.
    const alone = failedPackages.filter(
      (name) => !brokenPackages.includes(name) && !failedTests.some((test) => test.startsWith(`${name} `)),
    );
    const failed = [...failedTests, ...alone];
    const ending = endingOf({ failedTests: failed, failedFiles: brokenPackages, failed: failed.length, total });
    return ending.end === 'no_tests' && exitCode !== 0 ? crashed : unlessCrashed(ending, exitCode);
  },
};

/** Packages below the root, as folders. An import path could name the tests of any module. */
const judgePackages = async (
  field: string,
  value: string,
  root: string,
): Promise<Awaited<ReturnType<Runner['select']>>> => {
  const [, folder = value, below = ''] = /^(.*?)(\/\.\.\.)?$/s.exec(value) ?? [];
  if (folder.includes('...')) return refuseSelection(field, value, "'...' is allowed only at the end");
  const place = await judgePlace(field, folder === '' ? '/' : folder, root);
  if ('code' in place) return place;
  if (place.type === 'nothing')
    return refuseSelection(
      field,
      value,
      'there is no such file or folder; specify packages by their paths, such as ./internal/...',
    );
  if (place.type === 'file' && (below !== '' || !place.relative.endsWith('.go')))
    return refuseSelection(field, value, 'it is neither a Go package nor a file in one');
  return [`${packageOf(place.type === 'file' ? path.posix.dirname(place.relative) : place.relative)}${below}`];
};

const packageOf = (folder: string): string => (folder === '.' ? '.' : `./${folder}`);

const packages = (
  selection: readonly string[],
  changed: readonly string[],
  all: readonly string[],
): readonly string[] => {
  if (selection.length > 0) return selection;
  const folders = changed.filter((file) => file.endsWith('.go')).map((file) => packageOf(path.posix.dirname(file)));
  // Any other file may be read by any test.
  return folders.length > 0 && folders.length === changed.length ? [...new Set(folders)] : all;
};
