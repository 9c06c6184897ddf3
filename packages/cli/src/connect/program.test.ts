import { describe, expect, it } from 'vitest';
import { version } from '../version.ts';
import { programAt, thisPlace } from './program.ts';

describe('programAt', () => {
  it('uses the absolute paths of Node and the program', () => {
    const main = '/home/ada/recourse/packages/cli/dist/main.js';
    expect(programAt({ main, node: '/opt/node', platform: 'linux' })).toEqual({ command: '/opt/node', args: [main] });
    expect(thisPlace()).toMatchObject({ main: expect.stringMatching(/main\.js$/), node: process.execPath });
  });

  it('uses npx with the same version if npx started it', () => {
    const main = '/home/ada/.npm/_npx/1f2e/node_modules/@recourse/cli/dist/main.js';
    const args = ['-y', `@recourse/cli@${version()}`];
    expect(programAt({ main, node: '/opt/node', platform: 'darwin' })).toEqual({ command: 'npx', args });
    const windows = main.replaceAll('/', '\\');
    expect(programAt({ main: windows, node: 'node.exe', platform: 'win32' })).toEqual({
      command: 'cmd',
      args: ['/c', 'npx', ...args],
    });
  });
});
