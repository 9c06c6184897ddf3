import { hostileArguments } from '../case.ts';
import type { HostileCase } from '../case.ts';
import { flag, other, shell } from './codes.ts';

/** Values with which an allowed flag would load code, stop the measuring, or mean something else. */
export const loadingValues: readonly HostileCase[] = [
  ...hostileArguments({ class: 'loading-value', project: 'vitest' }, [
    [flag, '--reporter=./evil.js'],
    [flag, '--reporter', 'evil'],
    [flag, '--reporter=dot', '--reporter=../evil.js'],
    [flag, '--reporter=html'],
    [flag, '--reporter=DOT'],
    [flag, '--reporter=dot,./evil.js'],
    [other, '--sequence.hooks=./evil.js'],
  ]),
  ...hostileArguments({ class: 'loading-value', project: 'jest' }, [
    [flag, '--reporters=./evil.js'],
    [flag, '--reporters=default', '--reporters', 'evil'],
    [shell, '--reporters=<rootDir>/evil.js'],
    [flag, '--testPathPatternx=math'],
    [other, '--detectLeaks=./evil.js'],
  ]),
  ...hostileArguments({ class: 'loading-value', project: 'node-test' }, [
    [flag, '--test-reporter=./evil.js'],
    [flag, '--test-reporter', 'evil'],
    [flag, '--test-reporter=data:text/javascript,1'],
    [flag, '--test-reporter=lcov'],
    [other, '--unhandled-rejections=./evil.js'],
  ]),
  ...hostileArguments({ class: 'loading-value', project: 'pytest' }, [
    [flag, '-W', 'error::module.Class'],
    [flag, '-W', 'error::evil.Warning'],
    [flag, '-W', 'ignore:x:evil.DeprecationWarning'],
    [flag, '--pythonwarnings=error::evil.X'],
    [flag, '-p', 'evil'],
    [flag, '-p', 'no:cov'],
    [flag, '-p', 'no:pytest_cov'],
    [flag, '-p', 'no:terminal'],
    [flag, '-p', 'no:cacheprovider,evil'],
    [flag, '-pevil'],
    [other, '--log-level=evil.level'],
    [other, '--cov-context=evil'],
  ]),
  ...hostileArguments({ class: 'loading-value', project: 'go-test' }, [
    [other, '-vet=../evil'],
    [flag, '-buildvcs=true'],
    [other, '-trimpath=./evil'],
    [other, '-memprofilerate=/tmp/x'],
    [flag, '-memprofile=/tmp/x'],
  ]),
];
