/** An event of a drag, as the page got it. */
export interface DragVerdict {
  /** Whether it reached the element, or something in it. */
  readonly isOn: boolean;
  /** Whether the page has taken it: whether it prevented the default. */
  readonly isTaken: boolean;
}

/** Watches one type of event of a drag, and tells at the end where it went: the element may move at the last moment. */
export const watchDrag = `function (type) {
  let seen = null;
  let isOn = false;
  const isInPath = (path) => {
    let at = this;
    // The path of an event does not show what is in a closed root.
    while (at && !path.includes(at)) at = at.getRootNode().mode === 'closed' ? at.getRootNode().host : null;
    return Boolean(at);
  };
  const listen = (event) => { seen = event; isOn = isInPath(event.composedPath()); };
  addEventListener(type, listen, { capture: true });
  return {
    end() {
      removeEventListener(type, listen, { capture: true });
      return { isOn, isTaken: seen !== null && seen.defaultPrevented };
    },
  };
}`;

/** A file for a page: its name, its type, and its content in base64. */
export interface PageFile {
  readonly name: string;
  readonly type: string;
  readonly data: string;
}

/**
 * Drops files with types that the caller chose. The browser derives the type of a real dropped file from its name, so the
 * events are made here and are not trusted. Nothing is dropped if another element is at the point by now.
 */
export const dropTyped = `function (files, { x, y }) {
  const transfer = new DataTransfer();
  for (const { name, type, data } of files)
    transfer.items.add(new File([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], name, { type }));
  transfer.effectAllowed = 'all';
  const root = this.getRootNode();
  const target = root.elementFromPoint(x, y) ?? this;
  if (!this.contains(target)) return { isOn: false, isTaken: false };
  const send = (type, cancelable) =>
    !target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, composed: true, cancelable, clientX: x, clientY: y }));
  send('dragenter', true);
  if (!send('dragover', true)) {
    send('dragleave', false);
    return { isOn: true, isTaken: false };
  }
  return { isOn: true, isTaken: send('drop', true) };
}`;
