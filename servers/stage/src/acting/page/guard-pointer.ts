import { geometry } from './geometry.ts';

/** Why an element did not take the mouse. */
export type Obstacle =
  | { readonly kind: 'removed' | 'disabled' | 'moved' }
  /** Another element is in front of it. */
  | { readonly kind: 'covered'; readonly by: string };

/** The presses and clicks of an action that a guard has counted. */
export interface PointerVerdict {
  /** How many times the button was pressed on the element. */
  readonly pressed: number;
  /** How many presses became a click on the element, or were answered by the page before that. */
  readonly clicked: number;
  /** Why a press did not reach the element, or did not become a click. Null as well if no press came to its document. */
  readonly obstacle: Obstacle | null;
}

/**
 * Watches the events of a click or of the start of a drag. The element can move, be replaced or be disabled between any
 * two of them. A press that would reach another element is stopped, and so is a click that the press did not begin: the
 * page does not see them. A page may answer the press itself, by removing or moving the element or by capturing the
 * pointer: no click follows then, as with a person's mouse. The page has done so if the element was in its place when the
 * page got the press and is not when the page has handled it.
 *
 * `delivered` resolves when all presses have become clicks, so that it is known of a page that unloads itself.
 */
export const guardPointer = `function (wanted, { isDrag = false, takesDisabled = isDrag }) {
  ${geometry}
  const element = elementOf(this);
  if (!element) {
    const gone = () => ({ pressed: 0, clicked: 0, obstacle: { kind: 'removed' } });
    return { verdict: gone, delivered: () => false, end: gone };
  }
  const matches = (at, selector) => Element.prototype.matches.call(at, selector);
  const owner = Element.prototype.closest.call(element, 'button, a[href], [role=button], [role=link]') ?? element;
  const isClosed = rootsOf(element).some((root) => root instanceof ShadowRoot && root.mode === 'closed');
  const pointOf = ({ clientX, clientY }) => ({ x: clientX, y: clientY });
  const obstacleAt = (point) => {
    if (!read(Node.prototype, 'isConnected', element)) return { kind: 'removed' };
    if (!takesDisabled && closest(element, (at) => matches(at, 'button, input, select, textarea') && matches(at, ':disabled'))) return { kind: 'disabled' };
    if (receives(this, point)) return null;
    const isInPlace = rectsOf(this).some(({ left, top, right, bottom }) => left <= point.x && point.x <= right && top <= point.y && point.y <= bottom);
    const hit = hitAt(element, point);
    return isInPlace && hit ? { kind: 'covered', by: describe(hit) } : { kind: 'moved' };
  };
  // The browser forgets the press of an element that is taken out, and sends no click if it is put back. A range in the
  // element leaves it then. An observer of mutations would make the browser replace nodes that it keeps otherwise.
  const marks = [element, ...rootsOf(element).flatMap((root) => (root instanceof ShadowRoot ? [root.host] : []))].map((node) => {
    const range = document.createRange();
    range.setStart(node, 0);
    return { node, range };
  });
  const isTakenOut = () => marks.some(({ node, range }) => range.startContainer !== node);
  const isOn = (event) =>
    event.composedPath().some((at) => at === element || at === owner || (at instanceof HTMLLabelElement && at.control === element)) ||
    (isClosed && receives(this, pointOf(event)));

  let pressed = 0;
  let clicked = 0;
  let obstacle = null;
  // The press that is going on: none, missed, on the element, lost after that, answered by the page, or done.
  let press = 'none';
  let handled = null;
  let deliver;
  const delivered = new Promise((resolve) => { deliver = resolve; });
  const finish = () => {
    if (press === 'done') return;
    press = 'done';
    obstacle = null;
    clicked += 1;
    if (clicked === wanted) deliver(true);
  };
  // Runs when the page has handled an event. A page that stops its propagation hides the end of it: the next task is the
  // first moment that is left.
  const settle = () => {
    const event = handled;
    handled = null;
    if (event && press === 'on' && (isTakenOut() || obstacleAt(pointOf(event)))) press = 'answered';
  };
  const begin = (event) => {
    // A page can stop its clicks before they come here: it has got them if the button was released on the element.
    if (press === 'on' || press === 'answered') finish();
    if (press === 'lost') press = 'missed';
    if (press === 'missed') return;
    obstacle = obstacleAt(pointOf(event));
    press = obstacle ? 'missed' : 'on';
    if (!obstacle) pressed += 1;
  };
  const release = (event) => {
    obstacle = obstacleAt(pointOf(event)) ?? (isTakenOut() ? { kind: 'moved' } : null);
    if (obstacle) press = 'lost';
  };
  let lastDown = '';
  const onDown = (event) => {
    // A press has two events, pointerdown and mousedown. A page can prevent the second.
    if (event.type === 'pointerdown' || lastDown !== 'pointerdown') begin(event);
    lastDown = event.type;
  };
  const steps = {
    pointerdown: onDown,
    mousedown: onDown,
    gotpointercapture: () => { if (press === 'on') press = 'answered'; },
    pointerup: (event) => { if (press === 'on' && !isDrag) release(event); },
    mouseup: (event) => { if (press === 'on' && !isDrag) release(event); },
  };
  const clicks = ['click', 'auxclick', 'contextmenu', 'dblclick'];
  const check = (event) => {
    if (!event.isTrusted) return;
    settle();
    steps[event.type]?.(event);
    if (clicks.includes(event.type) && !isDrag) {
      if (press === 'answered' || (press === 'on' && isOn(event))) finish();
      else if (press === 'on') {
        press = 'lost';
        obstacle = obstacleAt(pointOf(event)) ?? { kind: 'moved' };
      }
    }
    const isStopped = press === 'missed' || (press === 'lost' && clicks.includes(event.type));
    if (isStopped) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    handled = event;
    setTimeout(settle, 0);
  };
  const end = (event) => { if (event === handled) settle(); };
  const types = [...Object.keys(steps), ...clicks];
  for (const type of types) {
    addEventListener(type, check, { capture: true });
    addEventListener(type, end);
  }
  return {
    verdict: () => ({ pressed, clicked, obstacle: press === 'on' && isTakenOut() ? { kind: 'removed' } : obstacle }),
    delivered: () => delivered,
    end() {
      for (const type of types) {
        removeEventListener(type, check, { capture: true });
        removeEventListener(type, end);
      }
      settle();
      if (!isDrag && (press === 'on' || press === 'answered')) finish();
      deliver(false);
      return { pressed, clicked, obstacle };
    },
  };
}`;

/** Watches whether a move of the mouse reaches an element. */
export const guardHover = `function () {
  ${geometry}
  const element = elementOf(this);
  let isReached = element ? undefined : false;
  const check = (event) => { if (event.isTrusted) isReached ??= receives(this, { x: event.clientX, y: event.clientY }); };
  const types = ['pointermove', 'mousemove', 'mouseover'];
  for (const type of types) addEventListener(type, check, { capture: true });
  return {
    end() {
      for (const type of types) removeEventListener(type, check, { capture: true });
      // A mouse that is there already does not move.
      return isReached ?? Element.prototype.matches.call(element, ':hover');
    },
  };
}`;
