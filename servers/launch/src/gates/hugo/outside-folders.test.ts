import { describe, expect, it } from 'vitest';
import { outsideFolders } from './outside-folders.ts';

const site = '/build/site';
const moduleOf = (name: string, dir: string, ...sources: string[]): string =>
  JSON.stringify({ path: name, dir, mounts: sources.map((source) => ({ source, target: 'content' })) }, null, 3);

describe('outsideFolders', () => {
  it('accepts folders of the site and of themes inside it', () => {
    const output = `${moduleOf('project', site, 'content', './static')}\n${moduleOf('t', `${site}/themes/t/`, 'layouts', '../../shared')}\n`;
    expect(outsideFolders(output, site)).toEqual([]);
    expect(outsideFolders(JSON.stringify({ path: 'project', dir: site, mounts: null }), site)).toEqual([]);
  });

  it.each([
    ['an absolute folder', moduleOf('project', site, 'content', '/etc'), '/etc'],
    ['a folder above the site', moduleOf('project', site, '../../home'), '../../home'],
    ['a neighbour with a longer name', moduleOf('project', site, '../site-2'), '../site-2'],
    ['a theme elsewhere', `${moduleOf('project', site)}\n${moduleOf('x', '/srv/x/')}`, 'x'],
  ])('names %s', (_, output, folder) => expect(outsideFolders(output, site)).toEqual([folder]));

  it.each(['', 'Error', '{"path":1}', `${moduleOf('project', site)} x`])('cannot read %j', (output) =>
    expect(outsideFolders(output, site)).toBeUndefined(),
  );
});
