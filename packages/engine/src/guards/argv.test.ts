import { describe, expect, it } from 'vitest';
import { argv } from './argv.ts';
import { flagRules } from './testing/flag-rules.ts';

const rulesOf = async (values: readonly string[], options: object) =>
  (await argv(values, options as never, {})).map((verdict) => (verdict.ok ? 'ok' : verdict.rule));

describe('arguments', () => {
  it('are judged one by one, and all that is wrong is said', async () => {
    const values = ['--verbose', '--exec=sh', '--count=3', '--count=x', '--run', 'a', '--run'];
    expect(await rulesOf(values, { allow: flagRules })).toEqual([
      'ok',
      'not_allowed',
      'ok',
      'value',
      'ok',
      'ok',
      'value',
    ]);
  });

  it('may be positional only if the field says what they are', async () => {
    const allow = ['--verbose'];
    expect(await rulesOf(['exec:exec'], { allow })).toEqual(['not_allowed']);
    const options = { allow, positional: { kind: 'identifier' } };
    expect(await rulesOf(['build', '--verbose', 'exec:exec', '@args', '/p:x'], options)).toEqual([
      'ok',
      'ok',
      'value',
      'response_file',
      'value',
    ]);
  });

  it("know '--' only if it is allowed, and judge the arguments after it", async () => {
    const positional = { pattern: '[a-z-]+' };
    expect(await rulesOf(['--', '-x'], { allow: [], positional })).toEqual(['not_allowed', 'not_allowed']);
    const options = { allow: [], positional, separator: true };
    expect(await rulesOf(['a', '--', '-x', '--', '@x', 'A'], options)).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
      'response_file',
      'value',
    ]);
  });

  it('take a flag by its other names', async () => {
    const allow = [{ flag: '--run', aliases: ['-run'], value: { kind: 'shellWord' } }];
    expect(await rulesOf(['-run=x', '--run=x', '-r=x'], { allow })).toEqual(['ok', 'ok', 'not_allowed']);
  });

  it('list what is allowed', async () => {
    const [verdict] = await argv(['--exec'], { allow: ['--verbose', '-v'] }, {});
    expect(verdict).toMatchObject({ more: { allowed_values: ['--verbose', '-v'] } });
  });
});

it.each([
  {},
  { allow: 'all' },
  { allow: ['verbose'] },
  { allow: ['--'] },
  { allow: [{ flag: '--x' }] },
  { allow: [{ flag: '--x', value: {} }] },
  { allow: [{ flag: '--x', value: { kind: 'code' } }] },
  { allow: [{ flag: '--x', value: { kind: 'toString' } }] },
])('throws on rules that it cannot read: %j', async (options) => {
  await expect(argv(['--x=1'], options as never, {})).rejects.toThrow(TypeError);
});
