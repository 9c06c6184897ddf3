import path from 'node:path';
import { expect, it } from 'vitest';
import { selectEnvironment } from './environment.ts';

it('passes on only common and named variables, and no credentials', () => {
  const source = {
    HOME: '/home/ada',
    PATH: ['/bin', 'relative', '/usr/bin'].join(path.delimiter),
    GOPROXY: 'https://ada:secret@proxy.example',
    GOCACHE: '/cache',
    NODE_OPTIONS: '--require=./evil.js',
    GITHUB_TOKEN: 'secret',
  };
  expect(
    selectEnvironment({
      source,
      names: ['GOPROXY', 'GOCACHE'],
      programFolders: ['/first'],
      environment: { TZ: 'UTC' },
    }),
  ).toEqual({
    HOME: '/home/ada',
    GOCACHE: '/cache',
    PATH: ['/first', '/bin', '/usr/bin'].join(path.delimiter),
    NO_COLOR: '1',
    TZ: 'UTC',
  });
});
