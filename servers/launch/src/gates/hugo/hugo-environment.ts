import path from 'node:path';
import { selectEnvironment } from '@recourse/sandbox';

/**
 * The environment of hugo: the same on every machine, caches in a folder of its own, no programs, no requests and no
 * modules from elsewhere, whatever the site's configuration says.
 */
export const hugoEnvironment = (folder: string): Record<string, string> =>
  selectEnvironment({
    environment: {
      HOME: folder,
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      TMPDIR: folder,
      HUGO_CACHEDIR: path.join(folder, 'cache'),
      HUGO_ENABLEGITINFO: 'false',
      HUGO_SECURITY_EXEC_ALLOW: 'none',
      HUGO_SECURITY_HTTP_URLS: 'none',
      HUGO_SECURITY_HTTP_METHODS: 'none',
      HUGO_MODULE_PROXY: 'off',
      GOPROXY: 'off',
      GOFLAGS: '-mod=mod',
    },
  });
