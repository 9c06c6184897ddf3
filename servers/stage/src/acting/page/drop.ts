/** Watches one type of event, and tells at the end whether the page has taken it: whether it prevented the default. */
export const watchTaken = `function (type) {
  let seen = null;
  const listen = (event) => { seen = event; };
  addEventListener(type, listen, { capture: true });
  return {
    end() {
      removeEventListener(type, listen, { capture: true });
      return seen !== null && seen.defaultPrevented;
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
 * events are made here and are not trusted. Returns whether the page took the files.
 */
export const dropTyped = `function (files, { x, y }) {
  const transfer = new DataTransfer();
  for (const { name, type, data } of files)
    transfer.items.add(new File([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], name, { type }));
  transfer.effectAllowed = 'all';
  const root = this.getRootNode();
  const target = root.elementFromPoint(x, y) ?? this;
  const send = (type, cancelable) =>
    !target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, composed: true, cancelable, clientX: x, clientY: y }));
  send('dragenter', true);
  if (!send('dragover', true)) {
    send('dragleave', false);
    return false;
  }
  return send('drop', true);
}`;
