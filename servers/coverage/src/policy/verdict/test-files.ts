import { anyOf, compileFilePattern } from '../matching/patterns.ts';

/** Tests, by the names that runners look for. Every pattern contains `test` or `spec`. */
const patterns = [
  '**/*.{test,spec}.*',
  '**/*{-,_}test.{js,cjs,mjs}',
  '**/{test,test-*}.{js,cjs,mjs}',
  '**/test/**/*.{js,cjs,mjs}',
  '**/__tests__/**',
  '**/*_test.go',
  '**/{test_*,*_test,conftest}.py',
  '{test,tests}/**',
];

/**
 * Whether a file is a test. Some runners measure tests as well; all lines of a test are run, whatever it leaves
 * untested, and would be counted for the sources.
 */
export const isTestFile = (path: string): boolean => /test|spec/.test(path) && matchesTest(path);

const matchesTest = anyOf(patterns, compileFilePattern);

/** Whether a pattern of a domain is about tests by what it says itself, such as `tests/**`. */
export const namesTests = (pattern: string): boolean =>
  isTestFile(
    pattern
      .replace(/^\.\//, '')
      .replaceAll(/\{([^{},]*)[^{}]*\}/g, '$1')
      .replaceAll(/\*+|\.\.\./g, 'x'),
  );
