/** A key of a keyboard with the US layout, as pages see it. */
export interface Key {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  /** The text that it types; undefined for keys that type none. */
  readonly text?: string;
  /** Whether Shift is needed to type it. */
  readonly isShifted?: boolean;
}

// A table reads by the row:
// prettier-ignore
const named: readonly Key[] = [
  { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' },
  { key: 'Tab', code: 'Tab', keyCode: 9 },
  { key: 'Escape', code: 'Escape', keyCode: 27 },
  { key: 'Backspace', code: 'Backspace', keyCode: 8 },
  { key: 'Delete', code: 'Delete', keyCode: 46 },
  { key: 'Insert', code: 'Insert', keyCode: 45 },
  { key: 'Home', code: 'Home', keyCode: 36 },
  { key: 'End', code: 'End', keyCode: 35 },
  { key: 'PageUp', code: 'PageUp', keyCode: 33 },
  { key: 'PageDown', code: 'PageDown', keyCode: 34 },
  { key: 'ArrowLeft', code: 'ArrowLeft', keyCode: 37 },
  { key: 'ArrowUp', code: 'ArrowUp', keyCode: 38 },
  { key: 'ArrowRight', code: 'ArrowRight', keyCode: 39 },
  { key: 'ArrowDown', code: 'ArrowDown', keyCode: 40 },
  { key: 'CapsLock', code: 'CapsLock', keyCode: 20 },
  { key: 'ContextMenu', code: 'ContextMenu', keyCode: 93 },
  ...Array.from({ length: 12 }, (_, at) => ({ key: `F${at + 1}`, code: `F${at + 1}`, keyCode: 112 + at })),
];

/** The code of a key, its number, and its two characters: without and with Shift. */
const printed: readonly (readonly [string, number, string, string])[] = [
  ['Space', 32, ' ', ' '],
  ['Backquote', 192, '`', '~'],
  ['Minus', 189, '-', '_'],
  ['Equal', 187, '=', '+'],
  ['BracketLeft', 219, '[', '{'],
  ['BracketRight', 221, ']', '}'],
  ['Backslash', 220, '\\', '|'],
  ['Semicolon', 186, ';', ':'],
  ['Quote', 222, "'", '"'],
  ['Comma', 188, ',', '<'],
  ['Period', 190, '.', '>'],
  ['Slash', 191, '/', '?'],
  ...'0123456789'.split('').map((digit, at) => [`Digit${digit}`, 48 + at, digit, ')!@#$%^&*('[at] as string] as const),
  ...'abcdefghijklmnopqrstuvwxyz'
    .split('')
    .map((letter, at) => [`Key${letter.toUpperCase()}`, 65 + at, letter, letter.toUpperCase()] as const),
];

const byName = new Map(named.map((key) => [key.key.toLowerCase(), key]));
const byText = new Map<string, Key>();
for (const [code, keyCode, plain, shifted] of printed) {
  byText.set(shifted, { key: shifted, code, keyCode, text: shifted, isShifted: true });
  byText.set(plain, { key: plain, code, keyCode, text: plain });
}

/** Other names that people use for keys. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    esc: 'escape',
    return: 'enter',
    del: 'delete',
    left: 'arrowleft',
    right: 'arrowright',
    up: 'arrowup',
    down: 'arrowdown',
  }),
);

/** The key with a name such as `Enter`, or the key that types a character. */
export const keyOf = (name: string): Key | undefined => {
  const lower = name.toLowerCase();
  return (
    byText.get(name) ?? byName.get(otherNames.get(lower) ?? lower) ?? (lower === 'space' ? byText.get(' ') : undefined)
  );
};
