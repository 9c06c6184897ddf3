import { stageCodes } from '@recourse/contract/registries';
import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { SelectorNoMatchError } from '../reading/select-nodes.ts';
import { findTarget } from '../reading/target.ts';
import { isHidden } from '../observe/visibility.ts';
import { ReferenceLostError } from '../references/reference-lost-error.ts';
import { target, targetNames } from './reading-fields.ts';
import { lookErrors, reading } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

export const createExists = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_exists',
    description:
      'Checks whether an element is on the active surface, and whether it is visible. A missing element is not an error.',
    input: exactlyOne(z.strictObject(target), targetNames),
    output: z.object({ exists: z.boolean(), visible: z.boolean(), reason: z.string().optional() }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: [...lookErrors, 'SELECTOR_INVALID'],
    run: (call) =>
      reading(toolbox, call, async ({ observer, surface, capturing }) => {
        try {
          const { node } = await findTarget(observer, surface, call.arguments, capturing);
          return { exists: true, visible: !isHidden(node) };
        } catch (error) {
          if (error instanceof ReferenceLostError) return { exists: false, visible: false, reason: error.reason };
          if (error instanceof SelectorNoMatchError) return { exists: false, visible: false };
          throw error;
        }
      }),
  });
