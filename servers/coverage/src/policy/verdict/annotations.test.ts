import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject } from '../testing/create-project.ts';
import { readAnnotations } from './annotations.ts';

describe('readAnnotations', () => {
  it('looks at the first twenty lines and reads nothing outside of the root', async () => {
    const outside = createProject({ 'secret.ts': '// coverctl:ignore' });
    const root = createProject({
      'ignored.go': '// coverctl:ignore\npackage x\n',
      'moved.py': '# a\n# coverctl:domain=critical\n',
      'html.vue': '<!-- coverctl:domain=web -->\n',
      'late.ts': `${'\n'.repeat(20)}// coverctl:ignore\n`,
      'other.ts': '// coverctl:ignored-not\n// xcoverctl:ignore\n',
      'app/[id]/page.tsx': '/* coverctl:domain=app */\n',
    });
    symlinkSync(path.join(outside, 'secret.ts'), path.join(root, 'link.ts'));
    const names = [
      'ignored.go',
      'moved.py',
      'html.vue',
      'late.ts',
      'other.ts',
      'app/[id]/page.tsx',
      'link.ts',
      'gone.ts',
      '../x',
    ];
    expect([...(await readAnnotations(root, names))]).toEqual([
      ['ignored.go', { ignore: true, domain: undefined }],
      ['moved.py', { ignore: false, domain: 'critical' }],
      ['html.vue', { ignore: false, domain: 'web' }],
      ['app/[id]/page.tsx', { ignore: false, domain: 'app' }],
    ]);
  });
});
