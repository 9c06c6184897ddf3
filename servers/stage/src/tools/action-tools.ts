import type { Tool } from '@recourse/engine';
import { createCheck, createUncheck } from './check.ts';
import { createClearInput } from './clear-input.ts';
import { createClick } from './click.ts';
import { createDrag } from './drag.ts';
import { createHover } from './hover.ts';
import { createKey, createPressSequence } from './key.ts';
import { createKeyboardType } from './keyboard-type.ts';
import { createScroll, createScrollIntoView } from './scroll.ts';
import { createSelectOption } from './select-option.ts';
import { createDropFile, createSetFiles } from './set-files.ts';
import type { Toolbox } from './toolbox.ts';
import { createTypeIntoEditor } from './type-into-editor.ts';
import { createType } from './type.ts';

/** The tools that act on elements, and those that wait for them. */
export const actionTools: readonly ((toolbox: Toolbox) => Tool)[] = [
  createClick,
  createHover,
  createDrag,
  createType,
  createKeyboardType,
  createTypeIntoEditor,
  createKey,
  createPressSequence,
  createClearInput,
  createCheck,
  createUncheck,
  createSelectOption,
  createSetFiles,
  createDropFile,
  createScroll,
  createScrollIntoView,
];
