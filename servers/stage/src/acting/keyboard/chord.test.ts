import { describe, expect, it } from 'vitest';
import { BadArgumentError } from '../../reading/bad-argument-error.ts';
import { parseChord } from './chord.ts';

const read = (text: string): string => {
  const { modifiers, key } = parseChord(text, 'key');
  return [...modifiers.map(({ code }) => code), key?.code].filter((code) => code !== undefined).join(' ');
};

describe('parseChord', () => {
  it.each([
    ['Enter', 'Enter'],
    ['enter', 'Enter'],
    ['Return', 'Enter'],
    ['a', 'KeyA'],
    ['A', 'KeyA'],
    ['?', 'Slash'],
    ['Space', 'Space'],
    [' ', 'Space'],
    ['F12', 'F12'],
    ['f24', 'F24'],
    ['KeyQ', 'KeyQ'],
    ['Digit7', 'Digit7'],
    ['Numpad5', 'Numpad5'],
    ['NumpadEnter', 'NumpadEnter'],
    ['PgDn', 'PageDown'],
    ['PrintScreen', 'PrintScreen'],
    ['MediaPlayPause', 'MediaPlayPause'],
    ['Control+Shift+Delete', 'ControlLeft ShiftLeft Delete'],
    ['Control+Shift+K', 'ControlLeft ShiftLeft KeyK'],
    ['ctrl+s', 'ControlLeft KeyS'],
    ['Cmd+,', 'MetaLeft Comma'],
    ['+', 'Equal'],
    ['Control++', 'ControlLeft Equal'],
    ['Shift', 'ShiftLeft'],
    ['Alt+ArrowLeft', 'AltLeft ArrowLeft'],
  ])('reads %j', (text, codes) => {
    expect(read(text)).toBe(codes);
  });

  it.each(['Entre', 'Hyper+A', 'Control+', 'ab', '', 'F25', 'Numpad', '💥', '__proto__', 'constructor+A'])(
    'rejects %j and names the argument',
    (text) => {
      expect(() => parseChord(text, 'key')).toThrow(BadArgumentError);
    },
  );
});
