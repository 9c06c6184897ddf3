import { fail, StageError } from '../failing.ts';
import type { FoundTarget } from '../reading/target.ts';
import { unlessGone } from './page-node.ts';
import type { PageNode } from './page-node.ts';
import { readContent } from './page/typing.ts';
import type { Content } from './page/typing.ts';

const clickAdvice = 'Use electron_click: a button does not accept text.';

/** Elements that keys operate, by their tag and the type of an input, with the advice for each. */
const operated: Readonly<Record<string, string>> = {
  'input checkbox': 'Use electron_check or electron_uncheck: a checkbox does not accept text.',
  'input radio': 'Use electron_check: a radio button does not accept text.',
  'input file': 'Use electron_set_files: a file field does not accept text.',
  'input button': clickAdvice,
  'input submit': clickAdvice,
  'input reset': clickAdvice,
  'input image': clickAdvice,
  button: clickAdvice,
  select: 'Use electron_select_option: a list does not accept text.',
};

const kindOf = ({ node: { tag, attributes } }: FoundTarget): string =>
  tag === 'input' ? `input ${attributes.get('type')?.toLowerCase() ?? ''}` : tag;

/** Throws TYPE_NO_EFFECT for an element that keys would operate: a space checks a box, and letters choose an option. */
export const requireText = (found: FoundTarget): void => {
  if (Object.hasOwn(operated, kindOf(found))) throw noEffect(found);
};

/** The target did not accept the text. */
export const noEffect = (found: FoundTarget, effect: 'none' | 'unknown' = 'none'): StageError => {
  const { ref, placed } = found;
  const kind = kindOf(found);
  const hint = Object.hasOwn(operated, kind) ? operated[kind] : undefined;
  const options = {
    effect,
    ...(hint !== undefined && { hint }),
    // A call would have to name the files.
    ...(kind === 'input file' && { next_actions: [] }),
  };
  return new StageError(fail('TYPE_NO_EFFECT', { ref, role: placed.element.role }, options));
};

/**
 * Throws TYPE_NO_EFFECT if a field cut the text that was typed into it at its `maxlength`. A page may move the focus on
 * when a field is full, so that the rest of the text goes to the next field: nothing is lost then.
 */
export const expectAll = async (node: PageNode, before: Content, text: string, found?: FoundTarget): Promise<void> => {
  const { most } = before;
  const expected = before.text.length - before.selected + text.length;
  if (most === undefined || expected <= most) return;
  const now = await unlessGone(node.ask<Content>(readContent));
  if (!now?.hasFocus || now.text.length < most) return;
  const details = {
    ...(found && { ref: found.ref, role: found.placed.element.role }),
    content_length: now.text.length,
    expected_length: expected,
  };
  throw new StageError(
    fail('TYPE_NO_EFFECT', details, {
      effect: 'partial',
      message: `The field is full: it contains ${now.text.length} characters, but the whole text would have ${expected}`,
      hint: `Clear the field and type at most ${most} characters, the maxlength of the field.`,
    }),
  );
};
