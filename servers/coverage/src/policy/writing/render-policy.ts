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
    '# The coverage that this project requires. Percentages are not rounded: 79.95 does not meet 80.',
    'version: 1',
    `language: ${language}`,
    '',
    'policy:',
    '  default:',
    '    # For every domain that does not set its own minimum.',
    `    min: ${builtInMinimum}`,
    '  # Parts of the project, measured separately. A file can belong to several.',
    '  domains:',
    ...domains.flatMap(({ name, match }) => [
      `    - name: ${JSON.stringify(name)}`,
      `      match: [${match.map((pattern) => JSON.stringify(pattern)).join(', ')}]`,
      `      # min: ${builtInMinimum} # minimum for this domain`,
      `      # warn: ${builtInMinimum + 10} # below this, warns without failing`,
    ]),
    '',
    '# Files excluded from coverage.',
    'exclude:',
    ...excludes[language].map((pattern) => `  - ${JSON.stringify(pattern)}`),
    '',
    '# The lines that a branch changes, including uncommitted changes.',
    'diff:',
    '  enabled: false',
    '  base: origin/main',
    '  # min: 90 # for changed lines and each new file; if omitted, the default minimum applies',
    '',
    '# Minimums for single files; if several match, the highest applies.',
    '# files:',
    '#   - match: ["src/payments/*"]',
    '#     min: 95',
    '',
    '# Whether a comment in a file (coverctl:ignore or coverctl:domain=NAME) can exclude or reassign the file.',
    'annotations:',
    '  enabled: false',
    '',
  ].join('\n');
