import { describe, expect, it } from 'vitest';
import { pathSyntaxProblem } from './path-syntax.ts';

describe('on Windows', () => {
  it.each([
    'C:boot.ini',
    '\\\\server\\share',
    '\\\\.\\pipe\\x',
    'notes.txt:stream',
    'C:\\x\\notes.txt::$DATA',
    'NUL',
    'src\\con.txt',
    'COM1',
    'lpt9.log',
    'file.',
    'file ',
    '.. \\x',
    '... \\x',
  ])('refuses %s', (value) => {
    expect(pathSyntaxProblem(value, 'win32')).toMatchObject({ rule: 'syntax' });
  });

  it.each(['C:\\project\\x', 'src\\app.ts', 'src/app.ts', 'console.log', '..\\x'])(
    'has nothing against the form of %s',
    (value) => {
      expect(pathSyntaxProblem(value, 'win32')).toBeUndefined();
    },
  );
});

it.each(['src\\app.ts', 'C:\\x', 'a:stream'])('refuses %s elsewhere', (value) => {
  expect(pathSyntaxProblem(value, 'linux')).toMatchObject({ rule: 'syntax' });
});
