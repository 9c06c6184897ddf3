import { geometry } from './geometry.ts';

/** An element as an action finds it. */
export interface Inspection {
  readonly isAttached: boolean;
  /** The reason why people do not see it; null if they do. */
  readonly hidden: string | null;
  readonly isStable: boolean;
  readonly disabled: string | null;
  /** Why the mouse goes through it to what is behind it. */
  readonly unreachable: string | null;
  readonly readOnly: string | null;
  /** Whether the document can still change: it is loading, or has scripts. */
  readonly canChange: boolean;
}

/** Inspects an element. Compares its place in two frames if it has to be stable; a hidden page draws none. */
export const inspect = `async function (isStableNeeded) {
  ${geometry}
  const element = elementOf(this);
  const isConnected = () => Boolean(element) && read(Node.prototype, 'isConnected', element);
  if (!isConnected()) return { isAttached: false, hidden: null, isStable: false, disabled: null, unreachable: null, readOnly: null, canChange: true };
  const hiddenBy = () => {
    const none = closest(element, (at) => getComputedStyle(at).display === 'none');
    if (none) return (none === element ? 'it' : describe(none)) + ' has display: none';
    const { visibility } = getComputedStyle(element);
    if (visibility !== 'visible') return 'it has visibility: ' + visibility;
    const inert = closest(element, (at) => Element.prototype.hasAttribute.call(at, 'inert'));
    if (inert) return inert === element ? 'it is inert' : 'it is inside the inert element ' + describe(inert);
    if (!Element.prototype.checkVisibility.call(element)) {
      const closed = closest(above(element), (at) => at instanceof HTMLDetailsElement && !Element.prototype.hasAttribute.call(at, 'open'));
      const skipped = closest(above(element), (at) => getComputedStyle(at).contentVisibility === 'hidden');
      if (closed) return 'it is inside ' + describe(closed) + ', which is closed';
      if (skipped) return 'it is inside ' + describe(skipped) + ', which has content-visibility: hidden';
    }
    if ([this, ...labelsOf(element)].some((at) => rectsOf(at).length > 0)) return null;
    if (element.localName === 'option') return 'an option cannot be clicked by itself: use electron_select_option on its list';
    return 'it has no size';
  };
  const disabledBy = () => {
    const matches = (at, selector) => Element.prototype.matches.call(at, selector);
    const controls = 'button, input, select, textarea, option, optgroup';
    const control = matches(element, 'fieldset') ? element : closest(element, (at) => matches(at, controls));
    if (control && matches(control, ':disabled')) {
      if (Element.prototype.hasAttribute.call(control, 'disabled')) return control === element ? 'it has the attribute disabled' : describe(control) + ' is disabled';
      const set = closest(control, (at) => at instanceof HTMLFieldSetElement && Element.prototype.hasAttribute.call(at, 'disabled'));
      return set ? 'it is inside the disabled ' + describe(set) : 'it is disabled';
    }
    const aria = closest(element, (at) => Element.prototype.getAttribute.call(at, 'aria-disabled') === 'true');
    if (aria) return (aria === element ? 'it' : describe(aria)) + ' has aria-disabled="true"';
    return null;
  };
  const unreachableBy = () => {
    const isPassive = (at) => getComputedStyle(at).pointerEvents === 'none';
    if (!isPassive(element)) return null;
    const first = closest(element, (at) => !above(at) || !isPassive(above(at)));
    return (first === element ? 'it' : describe(first)) + ' has pointer-events: none';
  };
  const readOnlyBy = () => {
    if ((element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.readOnly) return 'it is read-only';
    return Element.prototype.getAttribute.call(element, 'aria-readonly') === 'true' ? 'it has aria-readonly="true"' : null;
  };
  const place = () => {
    const { x, y, width, height } = rectsOf(this)[0] ?? {};
    return [x, y, width, height].join(' ');
  };
  // Scripts of a frame around this one can change it if they are of the same site.
  const canChange = (view) => {
    try {
      const { readyState, scripts } = view.document;
      return readyState !== 'complete' || scripts.length > 0 || (view.parent !== view && canChange(view.parent));
    } catch {
      return false;
    }
  };
  let isStable = true;
  if (isStableNeeded) {
    const frame = () => new Promise((resolve) => { requestAnimationFrame(() => resolve()); setTimeout(resolve, 100); });
    await frame();
    const before = place();
    await frame();
    isStable = before === place();
  }
  return {
    isAttached: isConnected(),
    hidden: hiddenBy(),
    isStable,
    disabled: disabledBy(),
    unreachable: unreachableBy(),
    readOnly: readOnlyBy(),
    canChange: canChange(window),
  };
}`;
