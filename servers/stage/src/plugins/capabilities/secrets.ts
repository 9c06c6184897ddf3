import { setImmediate } from 'node:timers/promises';
import { looksSecret, mask, maskTexts } from '@recourse/engine/redaction';
import { z } from 'zod';
import { defineAsk } from './scope.ts';
import type { AskMethod } from './scope.ts';

/** Characters that are masked without a pause: about 20 ms. */
const mostAtOnce = 500_000;

const text = z.strictObject({ name: z.string().max(1000), text: z.string().max(2_000_000) });

/** Masks secrets in strings that plugins have read, as the stage does in its own record. */
export const secretsMethods: Readonly<Record<string, AskMethod>> = {
  'secrets.mask': defineAsk({
    params: z.strictObject({ texts: z.array(text).max(10_000) }),
    run: async ({ signal }, { texts }) => {
      const masked: string[] = [];
      let since = 0;
      for (const { name, text: given } of texts) {
        signal.throwIfAborted();
        masked.push(looksSecret(name) === undefined ? maskTexts(given) : mask);
        since += given.length;
        if (since < mostAtOnce) continue;
        // Other calls get their turn.
        await setImmediate();
        since = 0;
      }
      return { texts: masked };
    },
  }),
};
