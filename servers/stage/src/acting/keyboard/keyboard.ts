import type { Act } from '../act.ts';
import { charactersOf } from './characters.ts';
import { shift } from './chord.ts';
import type { Chord, Modifier } from './chord.ts';
import { keyOf, withShift } from './keys.ts';
import type { Key } from './keys.ts';

/** The number of the number pad in `KeyboardEvent.location`. */
const numberPad = 3;

/** Keys are sent in groups: waiting for each would take seconds for a long text. */
const groupSize = 25;

/** The keyboard of a surface. Its events go to the element with the focus, like those of a real one. */
export class Keyboard {
  readonly #act: Act;

  constructor(act: Act) {
    this.#act = act;
  }

  /** Presses the keys of a chord together and releases them. */
  async press({ modifiers, key }: Chord): Promise<void> {
    const sent: Promise<unknown>[] = [];
    let bits = 0;
    for (const modifier of modifiers) {
      bits |= modifier.bit;
      sent.push(this.#send('rawKeyDown', modifier, bits));
    }
    if (key) sent.push(...this.#stroke(key, bits));
    for (const modifier of modifiers.toReversed()) {
      bits &= ~modifier.bit;
      sent.push(this.#send('keyUp', modifier, bits));
    }
    await Promise.all(sent);
  }

  /** Types key by key. Characters that the keyboard does not have are inserted, as an input method does. */
  async type(text: string): Promise<void> {
    const characters = charactersOf(text);
    for (let at = 0; at < characters.length; at += groupSize) {
      const group = characters.slice(at, at + groupSize);
      await Promise.all(group.flatMap((character) => this.#character(character)));
    }
  }

  /** Inserts everything at once, as a paste without a clipboard. */
  async insert(text: string): Promise<void> {
    this.#act.hasBegun = true;
    await this.#act.surface.session.send('Input.insertText', { text }, this.#act.sending);
  }

  #character(character: string): readonly Promise<unknown>[] {
    const key = keyOf(character === '\n' || character === '\r' ? 'Enter' : character === '\t' ? 'Tab' : character);
    return key ? this.#stroke(key, 0) : [this.insert(character)];
  }

  #stroke(key: Key, held: number): readonly Promise<unknown>[] {
    const bits = key.isShifted ? held | shift.bit : held;
    // A shortcut types nothing.
    const types = key.text !== undefined && (bits & ~shift.bit) === 0;
    const cased = (bits & shift.bit) !== 0 ? withShift(key) : key;
    return [
      this.#send(types ? 'keyDown' : 'rawKeyDown', cased, bits, types ? cased.text : undefined),
      this.#send('keyUp', cased, bits),
    ];
  }

  async #send(
    type: 'keyDown' | 'rawKeyDown' | 'keyUp',
    key: Key | Modifier,
    bits: number,
    text?: string,
  ): Promise<void> {
    this.#act.hasBegun = true;
    const event = {
      type,
      key: key.key,
      code: key.code,
      windowsVirtualKeyCode: key.keyCode,
      nativeVirtualKeyCode: key.keyCode,
      modifiers: bits,
      ...(text !== undefined && { text, unmodifiedText: text }),
      ...('isKeypad' in key && key.isKeypad && { isKeypad: true, location: numberPad }),
    };
    await this.#act.surface.session.send('Input.dispatchKeyEvent', event, this.#act.sending);
  }
}
