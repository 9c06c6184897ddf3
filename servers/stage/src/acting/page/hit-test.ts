import { geometry } from './geometry.ts';

/** A point in CSS pixels, relative to the viewport of a frame. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface HitTest {
  /** Null if no part of the element is inside the viewport of its frame. */
  readonly point: Point | null;
  readonly isHit: boolean;
}

const pointOf = `
  const boxesOf = (node) => rectsOf(node)
    .slice(0, 10)
    .map(({ left, top, right, bottom }) => ({
      left: Math.max(left, 0), top: Math.max(top, 0), right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight),
    }))
    .filter(({ left, top, right, bottom }) => right - left >= 1 && bottom - top >= 1);
  const at = ({ left, top, right, bottom }, across, down) => ({ x: left + (right - left) * across, y: top + (bottom - top) * down });
  const boxes = boxesOf(this);
  const points = boxes.map((box) => at(box, 0.5, 0.5));
  if (boxes[0]) for (const across of [0.2, 0.8]) for (const down of [0.2, 0.8]) points.push(at(boxes[0], across, down));
  for (const label of labelsOf(elementOf(this))) for (const box of boxesOf(label)) for (const across of [0.5, 0.2, 0.8]) points.push(at(box, across, 0.5));
  const hit = points.find((point) => receives(this, point));
  return { point: hit ?? points[0] ?? null, isHit: hit !== undefined };`;

/**
 * Finds a point at which an element receives a click: the middle of its boxes first, then other parts of the first box,
 * then its labels if it is a checkbox or a radio button.
 */
export const findPoint = `function () {
  ${geometry}
  ${pointOf}
}`;

/** Scrolls the element to the middle of everything around it that scrolls, and finds its point there. */
export const findPointInMiddle = `function () {
  ${geometry}
  Element.prototype.scrollIntoView.call(elementOf(this), { block: 'center', inline: 'center', behavior: 'instant' });
  ${pointOf}
}`;

/** Converts a point in a frame to the document around it, and tests whether a click there reaches the frame. */
export const throughFrame = `function (inner) {
  ${geometry}
  const box = Element.prototype.getBoundingClientRect.call(this);
  const style = getComputedStyle(this);
  const scaleX = this.offsetWidth ? box.width / this.offsetWidth : 1;
  const scaleY = this.offsetHeight ? box.height / this.offsetHeight : 1;
  const point = {
    x: box.left + (this.clientLeft + parseFloat(style.paddingLeft) + inner.x) * scaleX,
    y: box.top + (this.clientTop + parseFloat(style.paddingTop) + inner.y) * scaleY,
  };
  return { point, isHit: receives(this, point) };
}`;

/** Returns the element that a click at a point reaches. */
export const elementAt = `function (point) {
  ${geometry}
  return hitAt(elementOf(this), point);
}`;

/**
 * Returns the layer that an element in front of the node belongs to: the dialog around it, or the outermost element
 * around it that is positioned over the page and does not contain the node.
 */
export const layerAt = `function (point) {
  ${geometry}
  const element = elementOf(this);
  const hit = hitAt(element, point);
  let layer = hit;
  for (let at = hit; at && !closest(element, (own) => own === at); at = above(at)) {
    if (Element.prototype.matches.call(at, 'dialog, [popover], [role=dialog], [role=alertdialog]')) return at;
    if (['absolute', 'fixed', 'sticky'].includes(getComputedStyle(at).position)) layer = at;
  }
  return layer;
}`;
