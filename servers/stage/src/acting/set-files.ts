import { BadArgumentError } from '../reading/bad-argument-error.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds } from './action-needs.ts';
import { whenActionable } from './until-actionable.ts';

/** Puts files into a file field, as a person does with its dialog. The field may be hidden. */
export const setFiles = (act: Act, target: Target, files: readonly string[]): Promise<FoundTarget> =>
  whenActionable(act, target, actionNeeds.files, async ({ found }) => {
    const { tag, attributes, backendNodeId } = found.node;
    if (tag !== 'input' || attributes.get('type')?.toLowerCase() !== 'file')
      throw new BadArgumentError('ref', `it refers to a ${found.placed.element.role}, not a file field`);
    if (files.length > 1 && !attributes.has('multiple'))
      throw new BadArgumentError('paths', 'must have one path: the field accepts only one file');
    act.hasBegun = true;
    const { session } = placeOf(found);
    // The protocol takes an empty list for a dialog that was dismissed, and changes nothing.
    if (files.length === 0) await act.using(placeOf(found), (node) => node.ask(emptyField));
    else await session.send('DOM.setFileInputFiles', { files: [...files], backendNodeId }, act.sending);
    return found;
  });

const emptyField = `function () {
  if (this.files.length === 0) return;
  this.value = '';
  for (const type of ['input', 'change']) this.dispatchEvent(new Event(type, { bubbles: true }));
}`;
