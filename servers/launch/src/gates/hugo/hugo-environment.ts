import path from 'node:path';
import { selectEnvironment } from '@recourse/sandbox';

/** Caches that hugo has in every version since 0.93, with their usual places. */
const caches = {
  HUGO_CACHES_ASSETS_DIR: ':resourceDir/_gen',
  HUGO_CACHES_IMAGES_DIR: ':resourceDir/_gen',
  HUGO_CACHES_GETCSV_DIR: ':cacheDir/:project',
  HUGO_CACHES_GETJSON_DIR: ':cacheDir/:project',
  HUGO_CACHES_GETRESOURCE_DIR: ':cacheDir/:project',
  HUGO_CACHES_MODULES_DIR: ':cacheDir/modules',
};

/**
 * The environment of hugo: the same on every machine, output and caches in folders of the build, no programs, no
 * requests and no modules from elsewhere, whatever the site's configuration says.
 */
export const hugoEnvironment = (folder: string, output = path.join(folder, 'public')): Record<string, string> =>
  selectEnvironment({
    environment: {
      HOME: folder,
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      TMPDIR: folder,
      HUGO_CACHEDIR: path.join(folder, 'cache'),
      // `hugo list` and `hugo config` create the folder as well, and have no option for it.
      HUGO_PUBLISHDIR: output,
      HUGO_RESOURCEDIR: 'resources',
      ...caches,
      HUGO_ENABLEGITINFO: 'false',
      HUGO_SECURITY_EXEC_ALLOW: 'none',
      HUGO_SECURITY_HTTP_URLS: 'none',
      HUGO_SECURITY_HTTP_METHODS: 'none',
      HUGO_MODULE_PROXY: 'off',
      GOPROXY: 'off',
      GOFLAGS: '-mod=mod',
    },
  });
