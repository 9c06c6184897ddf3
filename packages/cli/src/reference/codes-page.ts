import { recoveries } from '@recourse/contract';
import { listFields, qualifiedName, typeName } from '@recourse/contract/stability';
import type { ListedCode } from '@recourse/contract/stability';
import { recoverySentences } from '../explain/recovery-sentences.ts';
import { fieldNote } from '../terminal/fields-table.ts';
import { code, markdownPage, markdownTable } from './markdown.ts';

/** The reference of codes: one table for each namespace, one section for each code. */
export const renderCodesPage = (codes: readonly ListedCode[]): string => {
  const namespaces = [...new Set(codes.map(({ namespace }) => namespace))];
  return markdownPage('Error codes', [
    `${codes.length} codes in ${namespaces.map((namespace) => code(namespace ?? 'core')).join(', ')}. \`recourse codes --json\` prints the same data as JSON; \`recourse explain CODE\` shows one code with an example.`,
    'Placeholders such as `{name}` are filled in from the details. If there are several sentences, the first one whose placeholders all have a value is used. **Retry** says whether the same call, unchanged, can succeed later. A *reserved* code is not in use yet.',
    '## What to do next',
    markdownTable(
      ['recovery', 'what the caller should do'],
      recoveries.map((recovery) => [code(recovery), capitalised(recoverySentences[recovery])]),
    ),
    ...namespaces.flatMap((namespace) =>
      renderNamespace(
        namespace,
        codes.filter((listed) => listed.namespace === namespace),
      ),
    ),
  ]);
};

const renderNamespace = (namespace: string | null, codes: readonly ListedCode[]): readonly string[] => [
  `## ${namespace ?? 'core'}`,
  markdownTable(
    ['code', 'http', 'retry', 'recovery', 'means'],
    codes.map((listed) => [
      `[${code(listed.code)}](#${anchor(qualifiedName(listed))})`,
      listed.http === null ? '' : String(listed.http),
      listed.retryable ? 'yes' : '',
      code(listed.recovery),
      `${listed.summary[0] ?? ''}${note(listed)}`,
    ]),
  ),
  ...codes.map(renderCode),
];

const note = ({ kind, reserved, deprecated }: ListedCode): string => {
  const words = [kind === 'error' ? '' : kind, reserved ? 'reserved' : '', deprecated ? 'deprecated' : ''];
  const said = words.filter((word) => word !== '').join(', ');
  return said === '' ? '' : ` *(${said})*`;
};

const renderCode = (listed: ListedCode): string =>
  [
    `### ${qualifiedName(listed)}`,
    facts(listed).join(' · '),
    markdownTable(
      ['', ''],
      [
        ['Means', listed.summary[0] ?? ''],
        ['Message', listed.message.map(code).join('<br>or ')],
        ['Hint', listed.hint.map(code).join('<br>or ')],
        ...deprecation(listed),
      ],
    ),
    renderDetails(listed),
  ]
    .filter((block) => block !== '')
    .join('\n\n');

const facts = ({
  kind,
  category,
  http,
  retryable,
  recovery,
  jsonrpc,
  since,
  reserved,
}: ListedCode): readonly string[] => [
  `${kind}, ${code(category)}`,
  `recovery ${code(recovery)}`,
  ...(kind === 'error' ? [retryable ? 'retryable' : 'not retryable'] : []),
  http === null ? 'no HTTP status' : `HTTP ${http}`,
  ...(jsonrpc === null ? [] : [`JSON-RPC ${jsonrpc}`]),
  `since ${since}`,
  ...(reserved ? ['reserved'] : []),
];

const deprecation = ({ deprecated }: ListedCode): readonly (readonly string[])[] =>
  deprecated
    ? [
        [
          'Deprecated',
          `since ${deprecated.since}: ${deprecated.why}${deprecated.use === undefined ? '' : `; use ${code(deprecated.use)}`}`,
        ],
      ]
    : [];

const renderDetails = ({ details }: ListedCode): string => {
  const fields = listFields(details);
  if (fields.length === 0) return 'No details.';
  return markdownTable(
    ['details', 'type', 'given', ''],
    fields.map(({ path, required, schema }) => [
      code(path),
      typeName(schema),
      required ? 'always' : 'if known',
      fieldNote(schema),
    ]),
  );
};

/** The anchor that GitHub gives a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
