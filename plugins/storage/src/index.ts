import { defineStagePlugin } from '@recourse/stage-plugin';
import { storageCodes } from './codes.ts';
import { config } from './config.ts';
import { clearCookies } from './tools/clear-cookies.ts';
import { cookies } from './tools/cookies.ts';
import { idbClear } from './tools/idb-clear.ts';
import { idbCount } from './tools/idb-count.ts';
import { idbDelete } from './tools/idb-delete.ts';
import { idbGet } from './tools/idb-get.ts';
import { idbKeys } from './tools/idb-keys.ts';
import { idbSchema } from './tools/idb-schema.ts';
import { idbSet } from './tools/idb-set.ts';
import { setCookie } from './tools/set-cookie.ts';
import { snapshot } from './tools/snapshot.ts';
import { createWebClear } from './tools/web-clear.ts';
import { createWebGet } from './tools/web-get.ts';
import { createWebKeys } from './tools/web-keys.ts';
import { createWebRemove } from './tools/web-remove.ts';
import { createWebSet } from './tools/web-set.ts';

const areas = ['local', 'session'] as const;
const webTools = [createWebGet, createWebSet, createWebRemove, createWebKeys, createWebClear];

export { storageCodes } from './codes.ts';

export default defineStagePlugin({
  name: 'storage',
  version: '0.1.0',
  stage: '^0.1.0',
  codes: storageCodes,
  config,
  tools: [
    cookies,
    setCookie,
    clearCookies,
    snapshot,
    ...areas.flatMap((area) => webTools.map((create) => create(area))),
    idbSchema,
    idbGet,
    idbKeys,
    idbCount,
    idbSet,
    idbDelete,
    idbClear,
  ],
});
