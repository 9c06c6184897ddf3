import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serverModule } from './server-module.ts';

const home = mkdtempSync(path.join(tmpdir(), 'recourse-server-module-'));
afterAll(() => rmSync(home, { recursive: true }));

const install = (name: string, manifest: object): string => {
  const folder = path.join(home, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, ...manifest }));
  return folder;
};
const known = ['github', 'coverage'];
const find = (named: string, cwd = home): string => path.relative(home, serverModule(named, cwd, known));

describe('a server in an installed package', () => {
  it.each([
    ['an exports string', { exports: './server.js' }, 'server.js'],
    ['only an import condition', { exports: { import: './server.mjs' } }, 'server.mjs'],
    ['a root entry after types', { exports: { '.': { types: './a.d.ts', default: './b.js' } } }, 'b.js'],
    ['nested conditions', { exports: { '.': { node: { require: './a.cjs', import: './b.js' } } } }, 'b.js'],
    ['a list of fallbacks', { exports: [{ browser: './a.js' }, './b.js'] }, 'b.js'],
    ['main', { main: 'lib/server.js' }, 'lib/server.js'],
    ['neither', {}, 'index.js'],
  ])('is found by name with %s', (_, manifest, file) => {
    install('tickets-server', manifest);
    expect(find('tickets-server')).toBe(path.join('node_modules/tickets-server', file));
  });

  it('is found with a scope, a dot in its name, and from a folder below', () => {
    install('@acme/tickets', { main: 'main.js' });
    install('acme.tickets', { main: 'main.js' });
    const below = path.join(home, 'a', 'b');
    expect(find('@acme/tickets', below)).toBe('node_modules/@acme/tickets/main.js');
    expect(find('acme.tickets', below)).toBe('node_modules/acme.tickets/main.js');
  });

  it.each(['tickets-servr', '@acme/none', 'acme.none', '..', '@acme/../../etc', 'A'])('rejects %j', (named) => {
    expect(() => find(named)).toThrow(/There is no (?:server|module)|is a directory/u);
  });
});

describe('the path of a module', () => {
  it('takes precedence over a package of the same name', () => {
    install('acme.server', { main: 'main.js' });
    writeFileSync(path.join(home, 'acme.server'), '');
    expect(find('acme.server')).toBe('acme.server');
  });

  it.each(['./none.mjs', 'none.ts', 'folder/none', '/none'])('reports that %j does not exist', (named) => {
    expect(() => find(named)).toThrow(`There is no module '${named}' here.`);
  });
});
