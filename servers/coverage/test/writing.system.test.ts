import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { lcov, makeProject, sums } from './project.ts';
import type { Project } from './project.ts';
import { answerOf, failureOf, serverOf } from './world.ts';

/** Profiles that a test has written are used with leave of the operator. */
const written = { allowUnattested: true } as const;

const profile = 'cover.info';
const good = { ...sums, [profile]: lcov({ 'src/sums.js': [[1, 2, 3], [4]] }) };
const read = ({ root }: Project, name: string): string => readFileSync(path.join(root, name), 'utf8');

/** The names of the elements, where the text is well-formed. */
const elementsOf = (text: string): readonly string[] => {
  const parser = new SaxesParser({ xmlns: true });
  const names: string[] = [];
  parser.on('opentag', ({ name }) => names.push(name));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
  return names;
};

describe('badge', () => {
  it('writes a well-formed picture whose label is nothing but text', async () => {
    const project = makeProject(good);
    const label = '<script>alert(1)</script>"&';
    const { value } = await answerOf(serverOf(project, written), 'badge', {
      profile,
      output: 'docs/coverage.svg',
      label,
    });
    expect(read(project, 'docs/coverage.svg')).toBe(value.svg);
    expect(elementsOf(value.svg)).not.toContain('script');
    expect(value).toMatchObject({ percent: 75, outputPath: 'docs/coverage.svg' });
    expect(value.svg).toContain('75.0%');
  });

  it('replaces our own badge, and nothing else', async () => {
    const project = makeProject({ ...good, 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n' });
    const server = serverOf(project, written);
    await answerOf(server, 'badge', { profile, output: 'b.svg' });
    await answerOf(server, 'badge', { profile, output: 'b.svg', style: 'flat-square' });
    expect(await failureOf(server, 'badge', { profile, output: 'logo.svg' })).toMatchObject({
      code: 'OP_INVALID_PATH',
    });
    expect(read(project, 'logo.svg')).toContain('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await failureOf(server, 'badge', { profile, output: '.coverctl.yaml' })).toMatchObject({
      code: 'OP_INVALID_PATH',
    });
  });

  it('follows no link out of the project', async () => {
    const project = makeProject(good);
    const elsewhere = makeProject(sums);
    symlinkSync(elsewhere.root, path.join(project.root, 'out'));
    symlinkSync(path.join(elsewhere.root, 'new.svg'), path.join(project.root, 'dangling.svg'));
    for (const output of ['out/x.svg', 'dangling.svg']) {
      expect(await failureOf(serverOf(project, written), 'badge', { profile, output })).toMatchObject({
        code: 'INPUT_REJECTED_PATH_SCOPE',
      });
    }
    expect(existsSync(path.join(elsewhere.root, 'x.svg'))).toBe(false);
    expect(existsSync(path.join(elsewhere.root, 'new.svg'))).toBe(false);
  });
});

describe('report', () => {
  it('writes a page with the sources in which nothing runs and nothing is markup', async () => {
    const hostile = 'src/<img src=x onerror=alert(1)>.js';
    const project = makeProject({
      ...sums,
      [hostile]: 'const a = "</code></td><script>alert(1)</script>";\nconst b = 2;\n',
      [profile]: lcov({ 'src/sums.js': [[1, 2, 3], [4]], [hostile]: [[1], [2]] }),
    });
    const { value } = await answerOf(serverOf(project, written), 'report', { profile, output: 'coverage.html' });
    expect(value).toMatchObject({ outputPath: 'coverage.html', holds: true });
    const page = read(project, 'coverage.html');
    const elements = elementsOf(
      page
        .replace('<!doctype html>', '')
        .replaceAll(/<(meta[^>]*)>/g, '<$1/>')
        .replaceAll(/<details open/g, '<details open="open"'),
    );
    expect(elements).toContain('details');
    for (const name of ['script', 'img', 'iframe', 'link']) expect(elements).not.toContain(name);
    expect(page).toContain("default-src 'none'");
    expect(page).toContain('prefers-color-scheme: dark');
    expect(page).toContain('<tr class="uncovered"><td class="number">4</td>');
    expect(page).toContain('&lt;/code&gt;&lt;/td&gt;&lt;script&gt;alert(1)');
  });

  it('reports that coverage is too low, and still shows it', async () => {
    const project = makeProject({ ...sums, [profile]: lcov({ 'src/sums.js': [[1], [3, 4]] }) });
    const { value } = await answerOf(serverOf(project, written), 'report', { profile, showUncovered: false });
    expect(value).toMatchObject({ holds: false, summary: expect.stringMatching(/^FAIL/) as string, uncovered: [] });
  });
});

describe('what changes the policy', () => {
  it('is done in mode ci, and leaves the rest of the file as it is', async () => {
    const project = makeProject({ ...good, '.coverctl.yaml': `# Ours.\n${sums['.coverctl.yaml'] ?? ''}` });
    const server = serverOf(project, { mode: 'ci' });
    const { value } = await answerOf(server, 'suggest', { profile, writeConfig: true });
    expect(value.raised).toEqual([{ domain: 'source', from: 60, to: 73 }]);
    expect(value.summary).toBe('Raised 1 of 1 minimums in .coverctl.yaml');
    expect(read(project, '.coverctl.yaml')).toBe(
      `# Ours.\n${sums['.coverctl.yaml'] ?? ''}`.replace('min: 60', 'min: 73'),
    );
    const initialised = await answerOf(server, 'init', { force: true, language: 'javascript' });
    expect(initialised.value).toMatchObject({ configPath: '.coverctl.yaml', domains: ['src'] });
  });

  it('records, and a later check compares with it', async () => {
    const project = makeProject(good);
    const server = serverOf(project, { mode: 'ci' });
    const { value } = await answerOf(server, 'record', { profile });
    expect(value).toMatchObject({ entries: 1, percent: 75, historyPath: '.cover/history.json' });
    project.write(
      'cover.info',
      lcov({
        'src/sums.js': [
          [1, 2],
          [3, 4],
        ],
      }),
    );
    const asked = { fromProfile: true, profile, ratchet: true };
    project.write('.coverctl.yaml', (sums['.coverctl.yaml'] ?? '').replace('min: 60', 'min: 10'));
    expect(await failureOf(server, 'check', asked)).toMatchObject({
      code: 'OP_RATCHET_VIOLATED',
      details: { previous_percent: 75, percent: 50 },
    });
    project.write('.cover/history.json', '{');
    expect(await failureOf(server, 'check', asked)).toMatchObject({ code: 'OP_HISTORY_INVALID' });
  });

  it('is refused in agent mode, in which badges and pages are allowed', async () => {
    const project = makeProject(good);
    const server = serverOf(project, written);
    for (const [tool, args] of [
      ['init', { force: true }],
      ['record', { profile }],
      ['suggest', { profile, writeConfig: true }],
    ] as const) {
      expect(await failureOf(server, tool, args)).toMatchObject({ code: 'OP_MODE_FORBIDDEN', effect: 'none' });
    }
    expect(read(project, '.coverctl.yaml')).toBe(sums['.coverctl.yaml']);
    expect(existsSync(path.join(project.root, '.cover'))).toBe(false);
    await answerOf(server, 'badge', { profile, output: 'b.svg' });
  });
});

describe('resources', () => {
  const readResource = async (project: Project, name: string) => {
    const resource = serverOf(project, written).resources.find(({ uri }) => uri === `coverctl://${name}`);
    return JSON.parse(String(await resource?.read())) as Record<string, unknown>;
  };

  it('show the debt, the trend, the suggestions and the policy that is in force', async () => {
    const project = makeProject({ ...good, '.cover/coverage.out': good[profile] ?? '' });
    mkdirSync(path.join(project.root, '.cover'), { recursive: true });
    expect(await readResource(project, 'debt')).toMatchObject({ items: [], healthScore: 100 });
    expect(await readResource(project, 'suggest')).toMatchObject({ suggestions: [{ domain: 'source' }] });
    expect(await readResource(project, 'config')).toMatchObject({
      config: { path: '.coverctl.yaml', changed: false },
      policy: { domains: [{ name: 'source', minimum: 60 }] },
    });
    await answerOf(serverOf(project, { mode: 'ci' }), 'record', { branch: 'odd/name' });
    expect(await readResource(project, 'trend')).toMatchObject({ entries: [{ branch: 'odd/name' }] });
  });

  it('answer with the failure of the contract if there is nothing to show', async () => {
    expect(await readResource(makeProject(sums), 'debt')).toMatchObject({
      passed: false,
      error_code: 'OP_PROFILE_MISSING',
    });
  });
});
