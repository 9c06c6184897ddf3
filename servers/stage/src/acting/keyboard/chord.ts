import { BadArgumentError } from '../../reading/bad-argument-error.ts';
import { keyOf } from './keys.ts';
import type { Key } from './keys.ts';

/** A key that is held while others are pressed. */
export interface Modifier {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  /** Its bit in the protocol. */
  readonly bit: number;
}

const alt: Modifier = { key: 'Alt', code: 'AltLeft', keyCode: 18, bit: 1 };
const control: Modifier = { key: 'Control', code: 'ControlLeft', keyCode: 17, bit: 2 };
const meta: Modifier = { key: 'Meta', code: 'MetaLeft', keyCode: 91, bit: 4 };
export const shift: Modifier = { key: 'Shift', code: 'ShiftLeft', keyCode: 16, bit: 8 };

const modifiers: ReadonlyMap<string, Modifier> = new Map(
  Object.entries({
    alt,
    option: alt,
    control,
    ctrl: control,
    meta,
    cmd: meta,
    command: meta,
    shift,
    // The one that shortcuts of the platform use.
    controlormeta: process.platform === 'darwin' ? meta : control,
  }),
);

/** Keys that are pressed together: `Control+Shift+K`, `Enter`, `+`. */
export interface Chord {
  readonly modifiers: readonly Modifier[];
  /** Undefined if only modifiers are pressed. */
  readonly key: Key | undefined;
}

/** Reads a chord. Throws BadArgumentError with the name that is not a key. */
export const parseChord = (text: string, argument: string): Chord => {
  // A plus sign at the end is the key of that name.
  const names = text === '+' ? ['+'] : text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
  const last = names.pop() ?? '';
  const held = names.map((name) => {
    const modifier = modifiers.get(name.trim().toLowerCase());
    if (!modifier) throw notAKey(argument, name);
    return modifier;
  });
  const name = last.length === 1 ? last : last.trim();
  const modifier = modifiers.get(name.toLowerCase());
  if (modifier) return { modifiers: [...held, modifier], key: undefined };
  // `Control+A` is written with a capital letter and pressed without Shift.
  const key = keyOf(held.length > 0 && name.length === 1 ? name.toLowerCase() : name);
  if (!key) throw notAKey(argument, name);
  return { modifiers: held, key };
};

const notAKey = (argument: string, name: string): BadArgumentError =>
  new BadArgumentError(
    argument,
    `'${name.slice(0, 30)}' is not a key; use a name such as Enter, ArrowDown or F5, or a character, optionally prefixed with Control+, Shift+, Alt+ or Meta+`,
  );
