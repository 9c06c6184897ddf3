import { describe, expect, it } from 'vitest';
import { testConfig } from '../testing/test-config.ts';
import { checkRunConfig } from './check-run-config.ts';
import { readConfigText } from './read-config-text.ts';
import type { GivenRunConfig } from './run-config.ts';

const given = {
  product_slug: 'widgets',
  product_name: 'Widgets',
  github_repo_url: 'https://forge.test/acme/widgets',
  github_ref: 'a'.repeat(40),
  site_repo_url: 'https://forge.test/acme/site',
  allowed_paths: ['content'],
};
const problemsOf = (changes: Partial<GivenRunConfig>) => {
  const checked = checkRunConfig({ ...given, ...changes });
  return checked.ok ? [] : checked.problems.map(({ path, message }) => ({ path, message }));
};
const roots = (subdomain_roots: Record<string, string>) => ({ site_layout: { subdomain_roots } });

describe('the folders of sections', () => {
  it('must differ, and the problem names both sections and the folder', () => {
    expect(problemsOf(roots({ docs: 'content/help', kb: 'content/help' }))).toEqual([
      {
        path: '/site_layout/subdomain_roots/kb',
        message: "must differ from the folder of docs: both are 'content/help'",
      },
    ]);
  });

  it('must differ from the default folder of another section', () => {
    expect(problemsOf(roots({ docs: 'content/kb' }))).toEqual([
      {
        path: '/site_layout/subdomain_roots/kb',
        message: "must differ from the folder of docs: both are 'content/kb'",
      },
    ]);
  });

  it('must differ in more than upper and lower case', () => {
    expect(problemsOf(roots({ docs: 'content/Help', kb: 'content/help' }))).toHaveLength(1);
  });

  it.each([
    ['kb', { docs: 'content', products: 'p', reference: 'r', kb: 'content/kb', blog: 'b' }, 'docs', 'content'],
    ['docs', { docs: 'content/kb/docs' }, 'kb', 'content/kb'],
  ])('must not be inside each other: %s', (inner, given_roots, outer, folder) => {
    const [problem] = problemsOf({ ...roots(given_roots), allowed_paths: ['content', 'p', 'r', 'b'] });
    expect(problem).toMatchObject({
      path: `/site_layout/subdomain_roots/${inner}`,
      message: expect.stringContaining(`must not be inside the folder of ${outer} ('${folder}')`) as string,
    });
  });

  it('are compared by whole names', () => {
    expect(problemsOf(roots({ docs: 'content/help', kb: 'content/helpdesk' }))).toEqual([]);
  });

  it('may be shared by a section that the run does not write', () => {
    expect(problemsOf({ ...roots({ docs: 'content/kb' }), required_sections: ['docs'] })).toEqual([]);
  });

  it('are found in the file', () => {
    const text = `${JSON.stringify(given).slice(0, -1)}, "site_layout": {"subdomain_roots": {
  "docs": "content/help",
  "kb": "content/help"}}}`;
    expect(readConfigText(text)).toMatchObject({ ok: false, problems: [{ line: 3, column: 3 }] });
  });

  it('are below content_root unless the file says otherwise', () => {
    const { site_layout } = testConfig({
      site_layout: { content_root: 'site/content', subdomain_roots: { blog: 'news' } },
      allowed_paths: ['site', 'news'],
    });
    expect(site_layout.subdomain_roots).toMatchObject({ docs: 'site/content/docs', blog: 'news' });
  });
});

describe('allowed_paths', () => {
  it('must allow pages of every section, and the problem names the sections and their folders', () => {
    expect(problemsOf({ allowed_paths: ['content/docs'], required_sections: ['docs', 'kb', 'blog'] })).toEqual([
      {
        path: '/allowed_paths',
        message:
          "must allow the pages of kb, blog: add 'content/kb', 'content/blog', or remove these sections from required_sections",
      },
    ]);
  });

  it('that are empty are refused for the same reason', () => {
    expect(problemsOf({ allowed_paths: [], required_sections: ['docs'] })).toEqual([
      {
        path: '/allowed_paths',
        message: "must allow the pages of docs: add 'content/docs', or remove this section from required_sections",
      },
    ]);
  });

  it.each([['content'], ['content/docs'], ['content/docs/widgets'], ['content/docs/widgets/index.md']])(
    'may be above, at or inside the folder of a section: %s',
    (path) => {
      expect(problemsOf({ allowed_paths: [path], required_sections: ['docs'] })).toEqual([]);
    },
  );

  it('are compared by whole names', () => {
    expect(problemsOf({ allowed_paths: ['content/doc'], required_sections: ['docs'] })).toHaveLength(1);
  });
});
