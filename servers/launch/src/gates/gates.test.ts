import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCheckedRun } from '../testing/checked-run.ts';
import type { CheckedOptions } from '../testing/checked-run.ts';

const file = 'content/docs/page.md';
const page = (body: string, front = 'title: Widgets'): string => `---\n${front}\n---\n\n${body}\n`;

const found = async (gate: string, options: CheckedOptions) => {
  const run = await createCheckedRun(options);
  const { issues } = await run.check(gate);
  return issues.map(({ code, severity, line, rule }) => [code, severity, line, rule]);
};
const severities = async (gate: string, options: CheckedOptions) =>
  (await found(gate, options)).map(([code, severity]) => [code, severity]);
const wrote = (text: string): CheckedOptions => ({ writes: { [file]: text } });

describe('the gate schema', () => {
  it('passes artifacts that fit and names the place where one does not', async () => {
    expect(await found('schema', wrote(page('Text.')))).toEqual([]);
    const run = await createCheckedRun({
      artifacts: { 'snippet_catalog.json': { schema_version: '1.0', snippets: 1 } },
    });
    const { issues } = await run.check('schema');
    expect(issues).toMatchObject([
      { code: 'GATE_SCHEMA_VALIDATION_FAILED', severity: 'blocker', rule: 'snippet_catalog.json', context: 'snippets' },
    ]);
  });
});

describe('the gate patches', () => {
  it('reports a patch that does not fit as a blocker', async () => {
    const first = await createCheckedRun(wrote(page('New.')));
    const site = { [file]: page('Other.') };
    const run = await createCheckedRun({ site, artifacts: { 'patch_bundle.json': first.bundle() } });
    expect((await run.check('patches')).issues).toMatchObject([
      { code: 'PATCH_CONFLICT', severity: 'blocker', path: file, rule: 'FILE_EXISTS' },
    ]);
  });

  it('reports a page that is too large to be checked', async () => {
    const config = { budgets: { max_lines_per_file: 100_000 } };
    expect(await severities('patches', { ...wrote('a '.repeat(100_000)), config })).toEqual([
      ['PAGE_TOO_LARGE', 'blocker'],
    ]);
  });
});

describe('the gate frontmatter', () => {
  const contract = {
    docs: {
      pages: 3,
      required: { weight: { type: 'number' as const } },
      optional: { draft: { type: 'boolean' as const } },
    },
  };

  it.each([
    ['valid', page('x', 'title: A\nweight: 1'), []],
    ['missing', 'Text.\n', [['GATE_FRONTMATTER_MISSING', 'blocker', 1, undefined]]],
    ['unreadable', page('x', 'title: [A'), [['GATE_FRONTMATTER_INVALID_YAML', 'blocker', 2, undefined]]],
    ['incomplete', page('x', 'title: A'), [['GATE_FRONTMATTER_REQUIRED_FIELD_MISSING', 'blocker', 1, 'weight']]],
    [
      'of another type',
      page('x', 'title: A\nweight: "1"\ndraft: no'),
      [
        ['GATE_FRONTMATTER_TYPE_MISMATCH', 'error', 1, 'draft'],
        ['GATE_FRONTMATTER_TYPE_MISMATCH', 'error', 1, 'weight'],
      ],
    ],
  ])('judges front matter that is %s', async (_what, text, issues) => {
    expect(await found('frontmatter', { ...wrote(text), contract })).toEqual(issues);
  });
});

describe('the gate markdown_lint', () => {
  it('reports errors with rule and line, and its tool with version', async () => {
    const run = await createCheckedRun(wrote(page('# A\n\n### Skipped\n\nText  with   \ttab\n\n```\ncode\n```')));
    const findings = await run.check('markdown_lint');
    expect(findings.tool).toEqual({ name: 'markdownlint', version: '0.40.0' });
    expect(findings.issues.map(({ rule, severity, line }) => [rule, severity, line])).toEqual([
      ['MD001', 'error', 7],
      ['MD010', 'error', 9],
      ['MD040', 'warn', 11],
    ]);
  });

  it('does not report errors that the page had before', async () => {
    const site = { [file]: page('Text\n\n\n\nwith gaps') };
    const writes = { [file]: page('New line\n\nText\n\n\n\nwith gaps\n\n\n\nand more') };
    expect(await found('markdown_lint', { site, writes })).toEqual([
      ['GATE_MARKDOWN_LINT_ERROR', 'error', 13, 'MD012'],
      ['GATE_MARKDOWN_LINT_ERROR', 'error', 14, 'MD012'],
    ]);
  });
});

describe('the gate template_tokens', () => {
  it('reports tokens in text and front matter, and none in code and shortcodes', async () => {
    const text = page(
      'Use __PRODUCT_NAME__ and {{ name }}.\n\n`__CODE__`\n\n{{< note >}}\n\n```\n{{ x }}\n```',
      'title: __TITLE__',
    );
    expect(await found('template_tokens', wrote(text))).toEqual([
      ['GATE_TEMPLATE_TOKEN_UNRESOLVED', 'blocker', 2, undefined],
      ['GATE_TEMPLATE_TOKEN_UNRESOLVED', 'blocker', 5, undefined],
      ['GATE_TEMPLATE_TOKEN_UNRESOLVED', 'blocker', 5, undefined],
    ]);
  });
});

describe('the gate secrets', () => {
  const secrets = {
    'private key': '-----BEGIN RSA PRIVATE KEY-----',
    'GitHub token': `ghp_${'a1B2'.repeat(9)}`,
    'GitHub fine-grained token': `github_pat_${'a1B2'.repeat(15)}`,
    'GitLab token': `glpat-${'a1B2c'.repeat(4)}`,
    'npm token': `npm_${'a1B2'.repeat(9)}`,
    'PyPI token': `pypi-AgE${'a1B2c'.repeat(11)}`,
    'AWS access key': `AKIA${'ABCD2345'.repeat(2)}`,
    'Google API key': `AIza${'a1B2c'.repeat(7)}`,
    'Slack token': `xoxb-${'1234567890-'.repeat(2)}`,
    'Stripe key': `sk_live_${'a1B2c'.repeat(5)}`,
    'Anthropic key': `sk-ant-${'a1B2c'.repeat(9)}`,
    'SendGrid key': `SG.${'a1B2'.repeat(5)}.${'a1B2'.repeat(10)}`,
    'JSON web token': `eyJ${'a1B2'.repeat(4)}.eyJ${'a1B2'.repeat(4)}.${'a1B2'.repeat(4)}`,
    'password in a URL': 'postgres://admin:hunter22@db.internal/x',
    'bearer token': `Authorization: Bearer ${'a1B2'.repeat(8)}`,
  };

  it.each(Object.entries(secrets))('finds a %s and does not show it', async (kind, secret) => {
    const run = await createCheckedRun(wrote(page(`Text\n\n\`${secret}\``)));
    const { issues } = await run.check('secrets');
    expect(issues).toMatchObject([{ code: 'GATE_SECRET_FOUND', severity: 'blocker', rule: kind, line: 7 }]);
    expect(JSON.stringify(issues)).not.toContain(secret);
    expect(JSON.stringify(issues)).not.toContain(secret.slice(0, 12));
  });

  it('accepts placeholders for secrets', async () => {
    const text = page(
      'AKIAIOSFODNN7EXAMPLE, https://user:password@your.host, ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    );
    expect(await found('secrets', wrote(text))).toEqual([]);
  });
});

describe('the gate unsafe_content', () => {
  it.each([
    ['<script src="x"></script>', 'GATE_UNSAFE_HTML'],
    ['Text <img src=x onerror=alert(1)> more', 'GATE_UNSAFE_HTML'],
    ['<a href="javascript:alert(1)">x</a>', 'GATE_UNSAFE_HTML'],
    ['<IFRAME src="https://x.test">', 'GATE_UNSAFE_HTML'],
    ['[x](javascript:alert(1))', 'GATE_UNSAFE_LINK'],
    ['[x](data:text/html;base64,eA==)', 'GATE_UNSAFE_LINK'],
    ['Text \u202Etxet', 'GATE_HIDDEN_CHARACTER'],
  ])('refuses %j', async (body, code) => {
    expect((await found('unsafe_content', wrote(page(body)))).map(([name]) => name)).toEqual([code]);
  });

  it.each(['`<script>`', '<b>bold</b> <br>', '![x](data:image/png;base64,eA==)', '```html\n<script>\n```', 'a 👩‍💻 b'])(
    'accepts %j',
    async (body) => {
      expect(await found('unsafe_content', wrote(page(body)))).toEqual([]);
    },
  );
});

describe('the gate snippets', () => {
  it.each([
    ['json', '{"a": 1}', '{"a": }'],
    ['yaml', 'a: [1]', 'a: [1'],
    ['toml', 'a = 1', 'a = '],
    ['js', 'await x; return { a, ...b };', 'const = 1'],
    ['js', '{ a: 1, "b": 2 }', '{ a: 1, b }}'],
    ['ts', 'interface A { a?: string }\nconst a = <T,>(x: T): T => x;', 'interface { a: }'],
    ['ts', 'const limits: readonly number[]', 'const : number'],
    ['ts', 'abstract class Queue<T> extends Base {\n  readonly size: number;\n  push(item: T): void;\n}', 'class {'],
    ['ts', 'push(item: T): Promise<void>;\nget size(): number', 'push(item: : T)'],
    ['python', 'def send(to, *, retry=True) -> None', 'def send(to:'],
    ['go', 'func (q *Queue) Push(item any) error', 'func (q *Queue {'],
    ['js', 'const a = <p>{b}</p>;', 'const a = <p>;'],
    ['tsx', 'const a = <p title="x">{y}</p>;', 'const a = <p>;'],
  ])('judges samples in %s', async (language, valid, invalid) => {
    const sample = (code: string): CheckedOptions => wrote(page(`\`\`\`${language}\n${code}\n\`\`\``));
    expect(await found('snippets', sample(valid))).toEqual([]);
    expect(await found('snippets', sample(invalid))).toMatchObject([
      ['GATE_SNIPPET_SYNTAX_ERROR', 'error', 6, language],
    ]);
  });

  it('does not judge other languages, and takes samples with gaps for partial', async () => {
    expect(await found('snippets', wrote(page('```ruby\nfunc {\n```\n\n```\n{{{\n```')))).toEqual([]);
    expect(await severities('snippets', wrote(page('```js\nf({\n  ...\n});\n```')))).toEqual([
      ['GATE_SNIPPET_SYNTAX_ERROR', 'info'],
    ]);
  });

  it.each(['(', '[', '{a:', '!', 'a=>', 'new ', '`${', 'a?b:', '<A>'])(
    'ends on a sample of %j without end',
    async (part) => {
      const code = part.repeat(Math.floor(40_000 / part.length));
      for (const language of ['js', 'ts', 'tsx', 'json', 'yaml', 'toml']) {
        const options = wrote(page(`\`\`\`${language}\n${code}\n\`\`\``));
        await expect(found('snippets', options)).resolves.toBeDefined();
      }
    },
  );
});

describe('the gate consistency', () => {
  it('compares sections, pages, names and addresses with the configuration', async () => {
    const config = {
      required_sections: ['docs' as const, 'blog' as const],
      canonical_urls: { docs: 'https://docs.test/widgets' },
    };
    const front = 'title: W\nrepo_url: https://forge.test/other/widgets\ncanonical: https://elsewhere.test/';
    const run = await createCheckedRun({ ...wrote(page('See [it](https://forge.test/evil/widgets).', front)), config });
    const { issues } = await run.check('consistency');
    expect(issues.map(({ code, severity }) => [code, severity])).toEqual([
      ['GATE_CONSISTENCY_SECTION_MISSING', 'error'],
      ['GATE_CONSISTENCY_PRODUCT_NAME', 'warn'],
      ['GATE_CONSISTENCY_REPO_URL', 'error'],
      ['GATE_CONSISTENCY_REPO_URL', 'warn'],
      ['GATE_CONSISTENCY_CANONICAL_URL', 'error'],
    ]);
    const good = 'title: W\nrepo_url: https://forge.test/acme/widgets.git\ncanonical: https://docs.test/widgets/page';
    expect(
      await found('consistency', {
        ...wrote(page('Widgets.', good)),
        config: { canonical_urls: config.canonical_urls },
      }),
    ).toEqual([]);
  });
});

describe('the gate hugo_config', () => {
  it.each([
    ['missing', {}, ['GATE_HUGO_CONFIG_MISSING']],
    ['valid', { 'hugo.toml': 'baseURL = "https://x/"' }, []],
    ['invalid', { 'config.yaml': 'a: [' }, ['GATE_HUGO_CONFIG_INVALID']],
    ['for other content', { 'hugo.toml': 'contentDir = "pages"' }, ['GATE_HUGO_CONFIG_PATH_MISMATCH']],
    ['for other languages', { 'hugo.yaml': 'languages: { de: {} }' }, ['GATE_HUGO_CONFIG_LANGUAGE_NOT_ENABLED']],
    [
      'in a folder',
      { 'config/_default/config.toml': 'title = "x"', 'config/_default/languages.toml': '[en]\nweight = 1' },
      [],
    ],
    [
      'a bomb',
      { 'hugo.yaml': `a: &a [x]\n${Array.from({ length: 9 }, (_, at) => `b${at}: [${'*a,'.repeat(9)}]`).join('\n')}` },
      ['GATE_HUGO_CONFIG_INVALID'],
    ],
  ])('judges a configuration that is %s', async (_what, site, codes) => {
    const issues = await found('hugo_config', { ...wrote(page('x')), site });
    expect(issues.map(([code]) => code)).toEqual(codes);
  });
});

describe('the gate rollback', () => {
  it('is skipped in the local profile, and passes if everything can be restored', async () => {
    expect(await (await createCheckedRun(wrote(page('x')))).check('rollback')).toMatchObject({
      skipped: expect.any(String),
    });
    expect(await found('rollback', { ...wrote(page('x')), config: { validation_profile: 'prod' } })).toEqual([]);
  });

  it('blocks profile prod if the base is not the commit of the run', async () => {
    const inputs = { site: { url: 'x', branch: 'main', sha: 'd'.repeat(40) } };
    const options = { ...wrote(page('x')), artifacts: { 'inputs.json': inputs } };
    expect(await severities('rollback', { ...options, config: { validation_profile: 'prod' } })).toEqual([
      ['PR_INVALID_BASE_REF_FORMAT', 'blocker'],
    ]);
    expect(await severities('rollback', { ...options, config: { validation_profile: 'ci' } })).toEqual([
      ['PR_INVALID_BASE_REF_FORMAT', 'warn'],
    ]);
  });

  it.each([
    ['is empty', () => ''],
    ['shows another file', (diff: string) => diff.replaceAll('content/docs/page.md', 'content/docs/other.md')],
    ['shows the path only in its text', () => '+diff --git a/content/docs/page.md b/content/docs/page.md\n'],
  ])('blocks profile prod if a path of pr.json is not in the diff, which %s', async (_, change) => {
    const run = await createCheckedRun(wrote(page('x')));
    const artifacts = { 'site.diff': change(run.diff()) };
    expect(
      await severities('rollback', { ...wrote(page('x')), artifacts, config: { validation_profile: 'prod' } }),
    ).toEqual([['PR_AFFECTED_PATH_NOT_IN_DIFF', 'blocker']]);
  });

  it('does not judge the pr.json of an earlier publication', async () => {
    const artifacts = { 'pr.json': { base_ref: 'e'.repeat(40), affected_paths: ['content/docs/old.md'] } };
    expect(await found('rollback', { ...wrote(page('x')), artifacts, config: { validation_profile: 'prod' } })).toEqual(
      [],
    );
  });
});

describe('profiles', () => {
  it('turns warnings into errors in prod and in strict ci', async () => {
    const options = wrote(page('No name.', 'title: Other'));
    const severity = async (config: CheckedOptions['config']) =>
      (await found('consistency', { ...options, ...(config && { config }) }))[0]?.[1];
    expect(await severity({})).toBe('warn');
    expect(await severity({ validation_profile: 'ci' })).toBe('warn');
    expect(await severity({ validation_profile: 'ci', ci_strictness: 'strict' })).toBe('error');
    expect(await severity({ validation_profile: 'prod' })).toBe('error');
  });
});

describe('the ids of issues', () => {
  const idOf = (gate: string, issue: object): string =>
    // As the runs package computes them: without the line.
    hash(
      'sha256',
      JSON.stringify([gate, ...['code', 'path', 'rule', 'context'].map((key) => Reflect.get(issue, key) ?? '')]),
    );

  it('stay the same when lines shift', async () => {
    const site = { 'hugo.toml': '' };
    const body = `\t[gone](/nowhere/) __TOKEN__ ghp_${'a1B2'.repeat(9)}\n\n\`\`\`json\n{\n\`\`\`\n\n#### Deep`;
    const gates = [
      'markdown_lint',
      'template_tokens',
      'secrets',
      'snippets',
      'internal_links',
      'frontmatter',
      'consistency',
    ];
    const idsOf = async (text: string): Promise<readonly string[]> => {
      const run = await createCheckedRun({ site, ...wrote(text) });
      const all = await Promise.all(
        gates.map(async (gate) => (await run.check(gate)).issues.map((issue) => idOf(gate, issue))),
      );
      return all.flat();
    };
    const before = await idsOf(page(`# A\n\n${body.trimStart()}`));
    const after = await idsOf(page(`# A\n\nMore.\n\nAnd more.\n\n${body.trimStart()}`));
    expect(before.length).toBeGreaterThanOrEqual(5);
    expect(after).toEqual(before);
  });
});
