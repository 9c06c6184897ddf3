import { z } from 'zod';
import { findTarget } from '../../reading/target.ts';
import { defineAsk, onSurface } from './scope.ts';
import type { AskMethod } from './scope.ts';

/** Which element is meant. */
export const target = z.strictObject({
  ref: z.int().min(1).optional(),
  selector: z.string().min(1).max(1000).optional(),
  by: z.strictObject({ role: z.string().max(50), name: z.string().max(500) }).optional(),
});

/** Elements by reference, selector, or role and name. */
export const elementsMethods: Readonly<Record<string, AskMethod>> = {
  'elements.find': defineAsk({
    needs: () => 'elements',
    params: target,
    run: (scope, given) =>
      onSurface(scope, async ({ observer, surface }) => {
        const { ref, placed } = await findTarget(observer, surface, given, { signal: scope.signal });
        const { role, name, box } = placed.element;
        return { ref, role, name, ...(box && { box }) };
      }),
  }),
};
