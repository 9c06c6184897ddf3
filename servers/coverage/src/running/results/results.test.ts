import { describe, expect, it } from 'vitest';
import { jest } from '../runners/jest.ts';
import { goTest } from '../runners/go-test.ts';
import { createNodeTest } from '../runners/node-test.ts';
import { pytest } from '../runners/pytest.ts';
import type { Remains } from '../runners/runner.ts';
import { vitest } from '../runners/vitest.ts';
import { readGoEvents } from './read-go-events.ts';
import { readJUnit } from './read-junit.ts';
import { readTestLines } from './read-test-lines.ts';

const remains = (more: Partial<Remains>): Remains => ({
  exitCode: 1,
  output: '',
  results: undefined,
  events: undefined,
  root: '/root',
  ...more,
});

const report = (more: object = {}): string =>
  JSON.stringify({ numTotalTests: 1, numFailedTests: 0, testResults: [], ...more });

describe('the end of a run', () => {
  it.each([vitest, jest, createNodeTest(), pytest])(
    'of $name is a crash where it left no results, whatever its exit code',
    ({ ending }) => {
      for (const exitCode of [0, 1, 2, null]) {
        expect(ending(remains({ exitCode })).end).toBe('crashed');
        expect(ending(remains({ exitCode, results: '{"half' })).end).toBe('crashed');
      }
    },
  );

  it('is a crash if the results are fine but the exit code is not', () => {
    expect(jest.ending(remains({ results: report() })).end).toBe('crashed');
    expect(jest.ending(remains({ results: report(), exitCode: 0 })).end).toBe('passed');
  });

  it("is a pass if only vitest's own thresholds failed", () => {
    const output = 'ERROR: Coverage for lines (50%) does not meet global threshold (90%)';
    expect(vitest.ending(remains({ results: report(), output })).end).toBe('passed');
  });

  it('says that nothing ran', () => {
    const nothing = report({ numTotalTests: 0 });
    expect(vitest.ending(remains({ results: nothing, output: 'No test files found' })).end).toBe('no_tests');
    expect(vitest.ending(remains({ results: nothing, output: 'Unknown tag' })).end).toBe('crashed');
    expect(jest.ending(remains({ output: 'No tests found, exiting with code 1' })).end).toBe('no_tests');
    expect(pytest.ending(remains({ exitCode: 5 })).end).toBe('no_tests');
    const unknown = 'ERROR: not found: tests/test_a.py::test_x';
    expect(pytest.ending(remains({ exitCode: 4, output: unknown })).end).toBe('no_tests');
    expect(jest.ending(remains({ exitCode: 0, results: report({ numPendingTests: 1 }) })).end).toBe('no_tests');
    expect(goTest.ending(remains({ exitCode: 0, events: readGoEvents().events })).end).toBe('no_tests');
    expect(goTest.ending(remains({ exitCode: 1, events: readGoEvents().events })).end).toBe('crashed');
  });

  it('says that a plugin is missing', () => {
    const output = 'error: unrecognized arguments: --cov-report=xml:x --cov-fail-under=0';
    expect(pytest.ending(remains({ exitCode: 4, output })).end).toBe('missing');
    const dependency = "MISSING DEPENDENCY  Cannot find dependency '@vitest/coverage-v8'";
    expect(vitest.ending(remains({ output: dependency })).end).toBe('missing');
  });
});

describe('events of Go', () => {
  it('give the failed tests, and are converted back to text', () => {
    const reader = readGoEvents();
    const lines = [
      { Action: 'run', Package: 'p', Test: 'TestA' },
      { Action: 'output', Package: 'p', Test: 'TestA', Output: 'hello\n' },
      { Action: 'fail', Package: 'p', Test: 'TestA' },
      { Action: 'pass', Package: 'p', Test: 'TestB' },
      { Action: 'fail', Package: 'p' },
      { Action: 'fail', Package: 'q' },
      { ImportPath: 'r [r.test]', Action: 'build-fail' },
    ];
    expect(lines.map((line) => reader.line(JSON.stringify(line))).join('')).toBe('hello\n');
    expect(reader.line('{"jsonrpc":"2.0"}')).toBe('{"jsonrpc":"2.0"}\n');
    expect(reader.line('FAIL\ts [setup failed]')).toBe('FAIL\ts [setup failed]\n');
    expect(goTest.ending(remains({ events: reader.events }))).toEqual({
      end: 'tests_failed',
      failedTests: ['p TestA', 'q'],
      failedFiles: ['r', 's'],
      failed: 2,
      total: 2,
    });
  });
});

describe('a JUnit file', () => {
  it('is read with its nested suites', () => {
    const text =
      '<testsuites><testsuite name="a"><testcase name="b &amp; c"><failure/></testcase></testsuite><testcase name="d"/></testsuites>';
    expect(readJUnit(text)).toEqual([
      { suites: ['a'], name: 'b & c', className: '', file: undefined, outcome: 'failed' },
      { suites: [], name: 'd', className: '', file: undefined, outcome: 'passed' },
    ]);
  });

  it.each([
    '',
    '<testsuites>',
    'text',
    '<!DOCTYPE x [<!ENTITY a "b">]><testsuites><testcase name="&a;"/></testsuites>',
  ])('is not read if it is invalid: %j', (text) => {
    expect(readJUnit(text)).toBeUndefined();
  });
});

describe('the lines of a program with human-readable output', () => {
  it.each([
    [
      '  2 passing (3ms)\n  1 failing\n\n  1) outer\n       is right:\n',
      1,
      { end: 'tests_failed', failed: 1, total: 3 },
    ],
    ['  2 passing (3ms)\n', 0, { end: 'passed', total: 2 }],
    ['  0 passing (3ms)\n', 0, { end: 'no_tests' }],
    ['ℹ pass 1\nℹ fail 1\n✖ is right (1.2ms)\n', 1, { end: 'tests_failed', failedTests: ['is right'] }],
    ['Error: Cannot find module x', 1, { end: 'build_failed' }],
    ['something', 3, { end: 'tests_failed', failed: undefined }],
    ['something', 0, { end: 'passed', total: undefined }],
    ['  2 passing (3ms)\n', 1, { end: 'crashed' }],
  ] as const)('are understood: %j, %d', (output, exitCode, expected) => {
    expect(readTestLines(output, exitCode)).toMatchObject(expected);
  });
});
