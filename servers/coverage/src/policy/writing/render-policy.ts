import { builtInMinimum } from '../reading/build-policy.ts';
import type { DetectedProject } from '../reading/detect-project.ts';

const scriptTests = ['**/*.test.*', '**/*.spec.*', '**/__tests__/**', 'test/**', 'tests/**'];

const excludes: Readonly<Record<DetectedProject['language'], readonly string[]>> = {
  go: ['**/*_test.go', '**/mocks/**', '**/generated/**', '**/testdata/**'],
  python: ['**/test_*.py', '**/*_test.py', '**/conftest.py', 'tests/**', '**/migrations/**'],
  typescript: [...scriptTests, '**/*.d.ts', '**/generated/**'],
  javascript: [...scriptTests, '**/generated/**'],
};

/** The text of a new policy. Names are written as JSON, which YAML reads, so that none can be anything else. */
export const renderPolicy = ({ language, domains }: DetectedProject): string =>
  [
    '# The coverage that this project requires. Percentages are compared exactly: 79.95 is not 80.',
    'version: 1',
    `language: ${language}`,
    '',
    'policy:',
    '  default:',
    '    # For every domain without a minimum of its own.',
    `    min: ${builtInMinimum}`,
    '  # Parts of the project. Each is measured by itself, and a file may count in several.',
    '  domains:',
    ...domains.flatMap(({ name, match }) => [
      `    - name: ${JSON.stringify(name)}`,
      `      match: [${match.map((pattern) => JSON.stringify(pattern)).join(', ')}]`,
      `      # min: ${builtInMinimum} # a minimum of its own`,
      `      # warn: ${builtInMinimum + 10} # say so below this, without failing`,
    ]),
    '',
    '# Files that do not count.',
    'exclude:',
    ...excludes[language].map((pattern) => `  - ${JSON.stringify(pattern)}`),
    '',
    '# The lines that a branch changes, uncommitted ones included.',
    'diff:',
    '  enabled: false',
    '  base: origin/main',
    '  # min: 90 # for changed lines and for each new file; the default minimum if left out',
    '',
    '# Minimums for single files; if several match, the highest applies.',
    '# files:',
    '#   - match: ["src/payments/*"]',
    '#     min: 95',
    '',
    '# Whether a comment in a file, coverctl:ignore or coverctl:domain=NAME, may take it out or move it.',
    'annotations:',
    '  enabled: false',
    '',
  ].join('\n');
