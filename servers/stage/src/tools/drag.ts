import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { drag } from '../acting/drag.ts';
import { acting, actionErrors, actionFields, actionOutput, acts, describeTarget, force, targetOf } from './acting.ts';
import { target, targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createDrag = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_drag',
    description: 'Drags an element onto another one, with the mouse or with HTML drag and drop.',
    input: exactlyOne(
      z.strictObject({
        ...actionFields,
        targetRef: target.ref,
        targetSelector: target.selector,
        targetBy: target.by,
        force,
      }),
      targetNames,
      ['targetRef', 'targetSelector', 'targetBy'],
    ),
    output: z.object({ source: actionOutput.target, ...actionOutput }),
    ...acts,
    errors: [...actionErrors, 'ELEMENT_COVERED'],
    run: (call) =>
      acting(toolbox, call, async (act) => {
        const { targetRef: ref, targetSelector: selector, targetBy: by, force: withForce, ...from } = call.arguments;
        const { source, target: onto } = await drag(act, from, { ref, selector, by }, withForce);
        return {
          ...(from.ref === undefined && { source: describeTarget(source) }),
          ...targetOf(onto, { ref }),
        };
      }),
  });
