import type { ProfileName } from '../settings.ts';
import { createCheck, createUncheck } from './check.ts';
import { createClearInput } from './clear-input.ts';
import { createClick } from './click.ts';
import { createDrag } from './drag.ts';
import { createHover } from './hover.ts';
import { createKey, createPressSequence } from './key.ts';
import { createKeyboardType } from './keyboard-type.ts';
import type { ToolRow } from './offer.ts';
import { createScroll, createScrollIntoView } from './scroll.ts';
import { createSelectOption } from './select-option.ts';
import { createDropFile, createSetFiles } from './set-files.ts';
import { createTypeIntoEditor } from './type-into-editor.ts';
import { createType } from './type.ts';

const everywhere: readonly ProfileName[] = ['essential', 'testing', 'debug'];
const working: readonly ProfileName[] = ['testing', 'debug'];

/** The tools that act on elements, and those that wait for them. */
export const actionTools: readonly ToolRow[] = [
  { create: createClick, profiles: everywhere },
  { create: createHover, profiles: working },
  { create: createDrag, profiles: working },
  { create: createType, profiles: everywhere },
  { create: createKeyboardType, profiles: working },
  { create: createTypeIntoEditor, profiles: working },
  { create: createKey, profiles: everywhere },
  { create: createPressSequence, profiles: working },
  { create: createClearInput, profiles: working },
  { create: createCheck, profiles: everywhere },
  { create: createUncheck, profiles: everywhere },
  { create: createSelectOption, profiles: everywhere },
  { create: createSetFiles, profiles: ['testing'] },
  { create: createDropFile, profiles: ['testing'] },
  { create: createScroll, profiles: everywhere },
  { create: createScrollIntoView, profiles: working },
];
