import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryTree } from '../testing/memory-tree.ts';
import { createFence } from './create-fence.ts';
import { foldPath } from './path-problem.ts';

const tree = memoryTree({
  'content/docs/page.md': 'page',
  'content/link': { link: '../secrets' },
  'content/module': { submodule: 'a'.repeat(40) },
  'content/file': 'file',
  'content/Straße/a.md': 'page',
  'README.md': 'read me',
});
const fence = createFence(['content', 'data/launch.yaml'], tree.entries);

describe('the fence of a run', () => {
  it.each(['content/docs/page.md', 'content/docs/new.md', 'content/new/deep/page.md', 'data/launch.yaml'])(
    'admits %s',
    (file) => {
      expect(fence.refusal(file)).toBeUndefined();
    },
  );

  it.each([
    ['README.md', 'outside'],
    ['contents/page.md', 'outside'],
    ['data/launch.yaml.bak', 'outside'],
    ['Content/docs/page.md', 'outside'],
    ['content/../README.md', "'..'"],
    ['content/./page.md', "'..'"],
    ['content//page.md', 'empty'],
    ['content/docs/', 'empty'],
    ['/content/page.md', 'relative'],
    ['//server/content/page.md', 'relative'],
    ['C:/content/page.md', "':'"],
    ['content/page.md:stream', "':'"],
    ['content\\..\\README.md', 'backslash'],
    ['content/.git/config', 'git'],
    ['content/.GIT/config', 'git'],
    ['content/.g\u200Cit/config', 'invisible'],
    ['content/GIT~1/config', 'git'],
    ['content/.gitattributes', 'git'],
    ['content/.gitmodules', 'git'],
    ['content/page.md.', 'dot or a space'],
    ['content/docs /page.md', 'dot or a space'],
    ['content/... /page.md', 'dot or a space'],
    ['content/nul.md', 'device'],
    ['content/page\0.md', 'control'],
    ['content/page\n.md', 'control'],
    ['content/\u202Edm.egap', 'invisible'],
    ['content/e\u0301.md', 'form C'],
    ['content/link', 'symbolic link'],
    ['content/link/page.md', 'symbolic link'],
    ['content/link/deep/page.md', 'symbolic link'],
    ['content/module/page.md', 'submodule'],
    ['content/file/page.md', 'which is a file'],
    ['content/docs', 'is a folder'],
    ['content/DOCS/page.md', 'letter case'],
    ['content/docs/PAGE.md', 'letter case'],
    ['content/strasse/b.md', 'letter case'],
    ['', 'characters'],
    [`content/${'a'.repeat(600)}`, 'characters'],
  ])('refuses %j', (file, reason) => {
    expect(fence.refusal(file)).toContain(reason);
  });

  it('allows nothing with an empty list, or through an unsafe root', () => {
    expect(createFence([]).refusal('content/page.md')).toContain('outside');
    expect(createFence(['.', '..', '/', '', 'a/..']).refusal('content/page.md')).toContain('outside');
  });

  it('admits only paths that stay below an allowed root on every system', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'content',
        'docs',
        '..',
        '.',
        '',
        ' ',
        '.git',
        '.GIT',
        'a.',
        'Content',
        'link',
        'C:',
        '~',
        '%2e%2e',
      ),
      fc.string({
        maxLength: 6,
        unit: fc.constantFrom(
          'a',
          'G',
          '.',
          '~',
          ' ',
          ':',
          '%',
          'é',
          '\0',
          '\n',
          '\u200C',
          '\u202E',
          '\u0301',
          '\uFF0E',
          '/',
          '\\',
        ),
      }),
    );
    const hostile = fc
      .tuple(fc.array(part, { maxLength: 6 }), fc.constantFrom('/', '\\', '//'))
      .map(([parts, separator]) => parts.join(separator));
    fc.assert(
      fc.property(
        fc.oneof(
          hostile,
          hostile.map((end) => `content/${end}`),
        ),
        (file) => {
          if (fence.refusal(file) !== undefined) return;
          for (const system of [path.posix, path.win32]) {
            const resolved = system.resolve(system.sep, file).split(system.sep).join('/').replace(/^\w:/u, '');
            expect(resolved).toBe(`/${file}`);
          }
          expect(file).toMatch(/^(?:content\/.|data\/launch\.yaml$)/u);
          expect(foldPath(file).split('/')).not.toContain('.git');
          expect(file.startsWith('content/link')).toBe(/^content\/link[^/]/u.test(file));
        },
      ),
      { numRuns: 500 },
    );
  });
});
