import { z } from 'zod';
import { appsMethods } from './apps.ts';
import { callsMethods } from './calls.ts';
import { devtoolsMethods } from './devtools.ts';
import { elementsMethods } from './elements.ts';
import { filesMethods } from './files.ts';
import { mainMethods } from './main.ts';
import { pageMethods } from './page.ts';
import { picturesMethods } from './pictures.ts';
import { defineAsk } from './scope.ts';
import type { AskMethod } from './scope.ts';
import { secretsMethods } from './secrets.ts';
import { sessionFacts } from './session-facts.ts';

const sessionsMethods: Readonly<Record<string, AskMethod>> = {
  'sessions.list': defineAsk({
    params: z.strictObject({}),
    run: ({ toolbox }) => Promise.resolve({ sessions: toolbox.sessions.live().map(sessionFacts) }),
  }),
};

/** Every request that a plugin can make, by its name. */
export const askMethods: ReadonlyMap<string, AskMethod> = new Map(
  Object.entries({
    ...sessionsMethods,
    ...secretsMethods,
    ...pageMethods,
    ...mainMethods,
    ...devtoolsMethods,
    ...elementsMethods,
    ...picturesMethods,
    ...filesMethods,
    ...appsMethods,
    ...callsMethods,
  }),
);
