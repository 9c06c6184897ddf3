import type { ProfileName } from '../settings.ts';
import { createAssertPattern } from './assert-pattern.ts';
import { createCheck, createUncheck } from './check.ts';
import { createClearInput } from './clear-input.ts';
import { createClick } from './click.ts';
import { createDialogHandler } from './dialog-handler.ts';
import { createDrag } from './drag.ts';
import { createExpectCount, createExpectUrl } from './expect-page.ts';
import { createExpectText, createExpectValue } from './expect-text.ts';
import { createFillForm } from './fill-form.ts';
import { createHover } from './hover.ts';
import { createKey, createPressSequence } from './key.ts';
import { createKeyboardType } from './keyboard-type.ts';
import type { ToolRow } from './offer.ts';
import { createScroll, createScrollIntoView } from './scroll.ts';
import { createSelectOption } from './select-option.ts';
import { createDropFile, createSetFiles } from './set-files.ts';
import { createTypeIntoEditor } from './type-into-editor.ts';
import { createType } from './type.ts';
import { createWaitForEvent } from './wait-for-event.ts';
import { createWaitForSelector } from './wait-for-selector.ts';
import { createExpectState, createExpectVisible, createWaitForState } from './wait-for-state.ts';
import { createWait } from './wait.ts';

const everywhere: readonly ProfileName[] = ['essential', 'testing', 'debug'];
const working: readonly ProfileName[] = ['testing', 'debug'];

/** The tools that act on elements, and those that wait for them. */
export const actionTools: readonly ToolRow[] = [
  { create: createClick, profiles: everywhere },
  { create: createHover, profiles: ['testing'] },
  { create: createDrag, profiles: ['testing'] },
  { create: createType, profiles: everywhere },
  { create: createFillForm, profiles: everywhere },
  { create: createKeyboardType, profiles: ['testing'] },
  { create: createTypeIntoEditor, profiles: ['testing'] },
  { create: createKey, profiles: everywhere },
  { create: createPressSequence, profiles: ['testing'] },
  { create: createClearInput, profiles: everywhere },
  { create: createCheck, profiles: everywhere },
  { create: createUncheck, profiles: everywhere },
  { create: createSelectOption, profiles: everywhere },
  { create: createSetFiles, profiles: ['testing'] },
  { create: createDropFile, profiles: ['testing'] },
  { create: createScroll, profiles: everywhere },
  { create: createScrollIntoView, profiles: everywhere },
  { create: createDialogHandler, profiles: working },
  { create: createWait, profiles: working },
  { create: createWaitForSelector, profiles: everywhere },
  { create: createWaitForState, profiles: everywhere },
  { create: createWaitForEvent, profiles: working },
  { create: createExpectText, profiles: everywhere },
  { create: createExpectValue, profiles: everywhere },
  { create: createExpectVisible, profiles: everywhere },
  { create: createExpectState, profiles: everywhere },
  { create: createExpectCount, profiles: everywhere },
  { create: createExpectUrl, profiles: everywhere },
  { create: createAssertPattern, profiles: ['testing'] },
];
