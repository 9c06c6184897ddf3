import { hostileArguments } from '../case.ts';
import type { HostileCase } from '../case.ts';
import type { ProjectName } from '../projects/index.ts';
import { control, flag, other, shell } from './codes.ts';

type Rows = readonly (readonly [code: string, ...words: string[]])[];

const byClass: Readonly<Record<string, Rows>> = {
  'argument-injection': [
    [flag, '--', '--require=./evil.cjs'],
    [flag, '-v', '--config=evil.config.mjs'],
    [other, '--verbose --config=evil.config.mjs'],
    [flag, '---config=evil.config.mjs'],
    [flag, '-'],
    [flag, '--confi=evil.ini'],
    [flag, '--CONFIG=evil.ini'],
  ],
  'command-injection': [
    [shell, 'test/math.test.js; touch {outside}/x'],
    [shell, '$(touch {outside}/x)'],
    [shell, 'a`touch {outside}/x`'],
    [shell, 'a|tee {outside}/x'],
    [shell, '>{outside}/x'],
    [shell, 'a && ./evil.sh'],
    [control, 'a\ntouch {outside}/x'],
  ],
  'environment-injection': [
    [other, 'NODE_OPTIONS=--require=./evil.cjs'],
    [other, 'LD_PRELOAD=./evil.so'],
    [other, 'PYTEST_ADDOPTS=-p'],
  ],
  'response-file': [
    [other, '@args.txt'],
    [other, '@{outside}/args.txt'],
  ],
  'unicode-look-alike': [
    [flag, '－－require=./evil.cjs'],
    [flag, '——config=evil.ini'],
    [flag, '−−import=./evil.mjs'],
    [flag, '–p', 'evil'],
    [flag, '--ｒequire=./evil.cjs'],
    [flag, '--requirе=./evil.cjs'],
  ],
  'hidden-characters': [
    [control, 'test\u202Ejs.tset.js'],
    [control, '--ver\u200Bbose'],
    [control, '--\u00ADrequire=./evil.cjs'],
    [control, '--require\uFE0F=./evil.cjs'],
    [control, 'я\u200D\u200C\u200Dя'],
    [control, '\uFEFF--require=./evil.cjs'],
    [control, 'a\u0000b'],
    [control, 'a\u{E0041}b'],
  ],
  'over-long': [
    [other, 'a'.repeat(600)],
    [other, ''],
  ],
};

const runners: readonly ProjectName[] = ['vitest', 'jest', 'node-test', 'c8', 'nyc', 'pytest', 'go-test'];

/** Arguments that are refused for every runner, sent to each of them. */
export const everywhere: readonly HostileCase[] = Object.entries(byClass).flatMap(([name, rows]) =>
  runners.flatMap((project) => hostileArguments({ class: name, project }, rows)),
);
