import { expect, it } from 'vitest';
import { scriptWords } from './script-words.ts';

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
