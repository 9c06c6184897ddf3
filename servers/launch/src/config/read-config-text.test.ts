import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfigText } from './read-config-text.ts';

const yaml = `product_slug: tidewater
product_name: Tidewater
github_repo_url: https://github.com/mira/tidewater
github_ref: ${'a'.repeat(40)}
site_repo_url: https://github.com/mira/site
allowed_paths: [content]
`;
const problemsOf = (text: string) => {
  const read = readConfigText(text);
  return read.ok ? [] : read.problems;
};

describe('readConfigText', () => {
  it('reads YAML and JSON alike', () => {
    const fromYaml = readConfigText(yaml);
    expect(fromYaml).toMatchObject({ ok: true, config: { product_slug: 'tidewater', locale: 'en' } });
    expect(fromYaml.ok && readConfigText(JSON.stringify(fromYaml.value, null, 2))).toEqual(fromYaml);
  });

  it('names an unknown field with its place and the nearest name', () => {
    expect(problemsOf(yaml.replace('product_name', 'produkt_name'))).toEqual([
      expect.objectContaining({ path: '/product_name', line: 1, column: 1 }),
      {
        path: '/produkt_name',
        message: "produkt_name: unknown field 'produkt_name'; did you mean 'product_name'?",
        line: 2,
        column: 1,
      },
    ]);
  });

  it('finds the nearest name below the first level, too', () => {
    expect(problemsOf(`${yaml}budgets:\n  max_runtimes: 5\n`)).toEqual([
      expect.objectContaining({ message: expect.stringContaining("'max_runtime_s'"), line: 8, column: 3 }),
    ]);
  });

  it('points at a wrong value and at an entry of a list', () => {
    const text = yaml.replace('a'.repeat(40), 'main').replace('[content]', '[content, ../etc]');
    expect(problemsOf(text)).toEqual([
      expect.objectContaining({ path: '/github_ref', line: 4, column: 1 }),
      expect.objectContaining({ path: '/allowed_paths/1', line: 6, column: 26 }),
    ]);
  });

  it.each([
    ['broken YAML', 'a: [1'],
    ['a repeated key', `${yaml}product_slug: x\n`],
    ['a list', '- 1\n'],
    ['nothing', ''],
    ['aliases', 'a: &a [1]\nb: *a\n'],
    ['too much', 'x'.repeat(300_000)],
  ])('refuses %s with a place', (_, text) => {
    expect(problemsOf(text)[0]).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
  });

  it.each([
    ['nothing', '', 'The file is empty'],
    ['a list', '- 1\n', 'The file must be a mapping of fields to values, got a list'],
    ['one word', 'hello\n', 'The file must be a mapping of fields to values, got a string'],
    ['an alias', 'a: &a [1]\nb: *a\n', 'The file must not use aliases (*name)'],
    ['two documents', 'a: 1\n---\nb: 1\n', 'The file must contain a single YAML document'],
    ['a repeated key', 'locale: en\nlocale: de\n', "The field 'locale' is defined more than once"],
  ])('says what is wrong with a file with %s', (_, text, message) => {
    expect(problemsOf(text)[0]?.message).toContain(message);
  });

  it.each([
    ['product_name', '', 'product_name: is required'],
    ['allowed_paths', 'allowed_paths: content\n', 'allowed_paths: must be an array, got a string'],
    ['allowed_paths', 'allowed_paths: [content/]\n', "allowed_paths.0: must be a relative path such as 'content/docs'"],
    ['max_fix_attempts', 'max_fix_attempts: 1.5\n', 'max_fix_attempts: must be an integer, got 1.5'],
    ['max_fix_attempts', 'max_fix_attempts: 101\n', 'max_fix_attempts: must be at most 100, got 101'],
    ['validation_profile', 'validation_profile: strict\n', 'validation_profile: must be one of local, ci, prod'],
    ['product_name', 'product_name: ""\n', 'product_name: must be one line of text that is not blank'],
    ['product_name', 'product_name: "Tide\\nwater"\n', 'product_name: must be one line'],
    ['product_name', 'product_name: "Tide\\u202ewater"\n', 'product_name: must be one line'],
    ['product_name', 'product_name: "  "\n', 'product_name: must be one line of text that is not blank'],
    ['commit', 'commit: { author_name: "a\\u0000b" }\n', 'commit.author_name: must be one line'],
    ['product_name', `product_name: ${'x'.repeat(501)}\n`, 'product_name: must have at most 500 characters'],
    ['canonical_urls', 'canonical_urls: { docs: "javascript:alert(1)" }\n', 'must be an http or https URL'],
    ['required_sections', 'required_sections: []\n', 'required_sections: must have at least 1 entry'],
    ['commit', 'commit: { author_email: x }\n', 'commit.author_email: must be an email address'],
  ])('states the rule that %s breaks', (name, line, message) => {
    const others = yaml.split('\n').filter((other) => !other.startsWith(`${name}:`));
    expect(problemsOf([...others, line].join('\n')).map((problem) => problem.message)).toEqual([
      expect.stringContaining(message),
    ]);
  });

  it('reads a key that is a list without a warning of the process', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    expect(problemsOf(`${yaml}? [1, 2]\n: 3\n`)).toHaveLength(1);
    expect(warn).not.toHaveBeenCalled();
  });
});
