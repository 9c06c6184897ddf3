import type { Act } from './act.ts';
import type { Point } from './page/hit-test.ts';

export type MouseButton = 'left' | 'right' | 'middle';

const buttonMasks = { left: 1, right: 2, middle: 4 } as const;

/** The mouse over a surface. Its events go through the browser, like those of a real one. */
export class Mouse {
  readonly #act: Act;
  #pressed: MouseButton | undefined;
  /** Whether the page has handled that a button was pressed. */
  hasPressed = false;

  constructor(act: Act) {
    this.#act = act;
  }

  async move(point: Point): Promise<void> {
    this.#act.hasBegun = true;
    await this.#send('mouseMoved', point, this.#pressed ? { button: this.#pressed } : {});
  }

  async down(point: Point, button: MouseButton, clickCount = 1): Promise<void> {
    this.#act.hasBegun = true;
    this.#pressed = button;
    await this.#send('mousePressed', point, { button, clickCount });
    this.hasPressed = true;
  }

  async up(point: Point, button: MouseButton, clickCount = 1): Promise<void> {
    this.#pressed = undefined;
    await this.#send('mouseReleased', point, { button, clickCount });
  }

  /** Clicks once, twice or three times, with the counts that make it a double click. */
  async click(point: Point, { button, clickCount }: { button: MouseButton; clickCount: number }): Promise<void> {
    // A page handles a move when it draws its next frame, or with the press that follows it.
    await Promise.all([this.move(point), this.down(point, button)]);
    await this.up(point, button);
    for (let count = 2; count <= clickCount; count += 1) {
      await this.down(point, button, count);
      await this.up(point, button, count);
    }
  }

  async wheel(point: Point, dx: number, dy: number): Promise<void> {
    this.#act.hasBegun = true;
    await this.#send('mouseWheel', point, { deltaX: dx, deltaY: dy });
  }

  async #send(
    type: 'mouseMoved' | 'mousePressed' | 'mouseReleased' | 'mouseWheel',
    point: Point,
    more: { button?: MouseButton; clickCount?: number; deltaX?: number; deltaY?: number },
  ): Promise<void> {
    const buttons = this.#pressed === undefined ? 0 : buttonMasks[this.#pressed];
    // The protocol takes CSS pixels of the page, also of a zoomed one.
    const event = { type, ...point, buttons, ...more };
    await this.#act.surface.session.send('Input.dispatchMouseEvent', event, this.#act.sending);
  }
}
