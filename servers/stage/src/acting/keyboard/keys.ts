/** A key of a keyboard with the US layout, as pages see it. */
export interface Key {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  /** The text that it types; undefined for keys that type none. */
  readonly text?: string;
  /** Whether Shift is needed to type it. */
  readonly isShifted?: boolean;
  /** Whether it is on the number pad. */
  readonly isKeypad?: boolean;
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
  { key: 'NumLock', code: 'NumLock', keyCode: 144 },
  { key: 'ScrollLock', code: 'ScrollLock', keyCode: 145 },
  { key: 'Pause', code: 'Pause', keyCode: 19 },
  { key: 'PrintScreen', code: 'PrintScreen', keyCode: 44 },
  { key: 'Help', code: 'Help', keyCode: 47 },
  { key: 'ContextMenu', code: 'ContextMenu', keyCode: 93 },
  { key: 'BrowserBack', code: 'BrowserBack', keyCode: 166 },
  { key: 'BrowserForward', code: 'BrowserForward', keyCode: 167 },
  { key: 'BrowserRefresh', code: 'BrowserRefresh', keyCode: 168 },
  { key: 'BrowserStop', code: 'BrowserStop', keyCode: 169 },
  { key: 'BrowserSearch', code: 'BrowserSearch', keyCode: 170 },
  { key: 'BrowserHome', code: 'BrowserHome', keyCode: 172 },
  { key: 'AudioVolumeMute', code: 'AudioVolumeMute', keyCode: 173 },
  { key: 'AudioVolumeDown', code: 'AudioVolumeDown', keyCode: 174 },
  { key: 'AudioVolumeUp', code: 'AudioVolumeUp', keyCode: 175 },
  { key: 'MediaTrackNext', code: 'MediaTrackNext', keyCode: 176 },
  { key: 'MediaTrackPrevious', code: 'MediaTrackPrevious', keyCode: 177 },
  { key: 'MediaStop', code: 'MediaStop', keyCode: 178 },
  { key: 'MediaPlayPause', code: 'MediaPlayPause', keyCode: 179 },
  ...Array.from({ length: 24 }, (_, at) => ({ key: `F${at + 1}`, code: `F${at + 1}`, keyCode: 112 + at })),
];

/** The keys of the number pad. They are named by their codes: their characters are on other keys, too. */
// prettier-ignore
const numberPad: readonly Key[] = [
  ...'0123456789'.split('').map((digit, at) => ({ key: digit, code: `Numpad${digit}`, keyCode: 96 + at, text: digit, isKeypad: true })),
  { key: '*', code: 'NumpadMultiply', keyCode: 106, text: '*', isKeypad: true },
  { key: '+', code: 'NumpadAdd', keyCode: 107, text: '+', isKeypad: true },
  { key: '-', code: 'NumpadSubtract', keyCode: 109, text: '-', isKeypad: true },
  { key: '.', code: 'NumpadDecimal', keyCode: 110, text: '.', isKeypad: true },
  { key: '/', code: 'NumpadDivide', keyCode: 111, text: '/', isKeypad: true },
  { key: 'Enter', code: 'NumpadEnter', keyCode: 13, text: '\r', isKeypad: true },
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

const byText = new Map<string, Key>();
const shiftedByCode = new Map<string, Key>();
for (const [code, keyCode, plain, shifted] of printed) {
  const key = { key: shifted, code, keyCode, text: shifted, isShifted: true };
  byText.set(shifted, key);
  shiftedByCode.set(code, key);
  byText.set(plain, { key: plain, code, keyCode, text: plain });
}
/** Keys by their names and by their codes, such as `KeyA` and `Numpad0`. */
const byName = new Map([
  ...printed.map(([code, , plain]) => [code.toLowerCase(), byText.get(plain) as Key] as const),
  ...numberPad.map((key) => [key.code.toLowerCase(), key] as const),
  ...named.map((key) => [key.key.toLowerCase(), key] as const),
]);

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
    ins: 'insert',
    pgup: 'pageup',
    pgdn: 'pagedown',
  }),
);

/** The key with a name such as `Enter` or a code such as `KeyA`, or the key that types a character. */
export const keyOf = (name: string): Key | undefined => {
  const lower = name.toLowerCase();
  return byText.get(name) ?? byName.get(otherNames.get(lower) ?? lower);
};

/** The key as pages see it while Shift is held. */
export const withShift = (key: Key): Key => shiftedByCode.get(key.code) ?? key;
