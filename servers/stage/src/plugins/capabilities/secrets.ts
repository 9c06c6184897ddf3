import { looksSecret, mask, maskTexts } from '@recourse/engine/redaction';
import { z } from 'zod';
import { defineAsk } from './scope.ts';
import type { AskMethod } from './scope.ts';

const text = z.strictObject({ name: z.string().max(1000), text: z.string().max(2_000_000) });

/** Masks secrets in strings that plugins have read, as the stage does in its own record. */
export const secretsMethods: Readonly<Record<string, AskMethod>> = {
  'secrets.mask': defineAsk({
    params: z.strictObject({ texts: z.array(text).max(10_000) }),
    run: (_, { texts }) =>
      Promise.resolve({
        texts: texts.map((one) => (looksSecret(one.name) === undefined ? maskTexts(one.text) : mask)),
      }),
  }),
};
