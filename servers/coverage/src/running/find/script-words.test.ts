import { describe, expect, it } from 'vitest';
import { scriptWords, testCommands, wordsAfter } from './script-words.ts';

it.each([
  ['c8 mocha', ['c8', 'mocha']],
  ['  mocha  --recursive "test/**/*.js"  ', ['mocha', '--recursive', 'test/**/*.js']],
  ["mocha 'a b'", ['mocha', 'a b']],
  ['mocha test/*.js', ['mocha', 'test/*.js']],
])('reads %j', (script, words) => {
  expect(scriptWords(script)).toEqual(words);
});

it.each([
  '',
  'a && b',
  'a; b',
  'a | b',
  'NODE_ENV=test a',
  'a $HOME',
  'a `b`',
  'a > b',
  'a "$x"',
  "a 'b",
  'a b\\ c',
  'a"b"',
])('leaves %j to a shell, which nothing is given to', (script) => {
  expect(scriptWords(script)).toBeUndefined();
});

describe('the test commands of scripts', () => {
  it.each<[Record<string, string>, readonly (readonly string[])[]]>([
    [
      { test: 'npm run lint && nyc tape "test/**/*.js"', lint: 'eslint .' },
      [
        ['eslint', '.'],
        ['nyc', 'tape', 'test/**/*.js'],
      ],
    ],
    [
      { pretest: 'npm run lint', test: 'npm run tests-only', 'tests-only': 'nyc tape test.js' },
      [
        ['nyc', 'tape', 'test.js'],
        ['nyc', 'tape', 'test.js'],
      ],
    ],
    [{ test: 'npx c8 mocha' }, [['c8', 'mocha']]],
    [{ test: 'npm test' }, []],
    [{ test: 'echo $HOME && tape test.js' }, [['tape', 'test.js']]],
  ])('of %j are read one by one', (scripts, commands) => {
    expect(testCommands(scripts)).toEqual(commands);
  });
});

describe('the words behind a program', () => {
  it.each<[string, Record<string, string>, readonly string[] | undefined]>([
    ['nyc', { test: 'npm run lint && npm run unit', lint: 'eslint .', unit: 'nyc tape a.js' }, ['tape', 'a.js']],
    ['node', { test: 'node deploy.js && node --test a.js' }, ['--test', 'a.js']],
    ['node', { test: 'node deploy.js' }, undefined],
    ['c8', { coverage: 'c8 npm test', test: 'mocha -R dot' }, ['mocha', '-R', 'dot']],
    ['c8', { coverage: 'c8 npm test', test: 'eslint . && mocha' }, undefined],
    ['c8', { coverage: 'c8 npm test', test: 'npm run coverage' }, undefined],
  ])('%s in %j are those of the command that runs the tests', (program, scripts, words) => {
    expect(wordsAfter(scripts, program)).toEqual(words);
  });
});
