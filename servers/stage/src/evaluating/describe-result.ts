/** The result of code as JSON, or the error that it threw. */
export type DescribedResult =
  | {
      /** The beginning of the JSON, as far as it fits. */
      readonly text: string;
      /** How long the JSON is; at least so long if it was too large to be written out. */
      readonly chars: number;
    }
  | { readonly name: string; readonly message: string };

/**
 * A function for the process that ran the code, with `{ value }` or `{ error }` as `this` and the longest JSON as its
 * argument. Values that JSON has no form for are described by strings in brackets.
 */
export const describeResult = `function (longest) {
  const deepest = 60;
  const mostParts = 100_000;
  const mostChars = 2_000_000;
  let text = '';
  let chars = 0;
  let parts = 0;
  const inside = new Set();
  const write = (piece) => {
    chars += piece.length;
    if (text.length < longest) text += piece.slice(0, longest - text.length);
  };
  const isFull = () => parts > mostParts || chars > mostChars;
  const quote = (string) => {
    // A long string is counted by its length: quoting all of it would need as much memory again.
    const shown = string.length > longest ? string.slice(0, longest) : string;
    write(JSON.stringify(shown));
    chars += string.length - shown.length;
  };
  const describe = (words) => quote('[' + words + ']');
  const list = (values, step) => {
    write('[');
    let at = 0;
    for (const value of values) {
      if (isFull()) break;
      if (at++ > 0) write(',');
      step(value);
    }
    write(']');
  };
  const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1);
  const elementOf = (node) => {
    const classes = typeof node.className === 'string' ? node.className.trim().split(/\\s+/).filter(Boolean) : [];
    return node.localName + (node.id ? '#' + node.id : '') + classes.slice(0, 3).map((name) => '.' + name).join('');
  };
  const nodeOf = (node) => {
    if (node.nodeType === 1) return 'element ' + elementOf(node);
    if (node.nodeType === 9) return 'document ' + node.URL;
    return node.nodeName.replace('#', '') + ' node ' + String(node.nodeValue ?? '').trim().slice(0, 80);
  };
  const lists = new Set(['NodeList', 'RadioNodeList', 'HTMLCollection', 'DOMTokenList', 'FileList', 'Set', 'Map']);
  const object = (value, depth) => {
    const tag = tagOf(value);
    if (tag === 'Window' || value === globalThis) return describe('Window');
    if (typeof value.nodeType === 'number' && typeof value.nodeName === 'string') return describe(nodeOf(value));
    const step = (item) => any(item, depth + 1);
    if (Array.isArray(value) || lists.has(tag) || (ArrayBuffer.isView(value) && tag !== 'DataView'))
      return list(value, step);
    if (typeof value.toJSON === 'function') {
      const json = value.toJSON();
      if (json !== value) return any(json, depth + 1);
    }
    if (value instanceof Error || tag === 'Error' || tag === 'DOMException')
      return any({ name: value.name, message: value.message }, depth + 1);
    if (tag === 'RegExp') return describe(String(value));
    if (tag === 'ArrayBuffer') return describe('ArrayBuffer of ' + value.byteLength + ' bytes');
    const keys = Object.keys(value);
    if (keys.length === 0 && tag !== 'Object') return describe(tag);
    write('{');
    let at = 0;
    for (const key of keys) {
      if (isFull()) break;
      let item;
      try {
        item = value[key];
      } catch (error) {
        item = '[threw ' + String(error).slice(0, 80) + ']';
      }
      if (item === undefined) continue;
      if (at++ > 0) write(',');
      quote(key);
      write(':');
      any(item, depth + 1);
    }
    write('}');
  };
  const any = (value, depth) => {
    parts += 1;
    if (value === null || value === undefined) return write('null');
    if (typeof value === 'boolean') return write(String(value));
    if (typeof value === 'number') return Number.isFinite(value) ? write(JSON.stringify(value)) : describe(String(value));
    if (typeof value === 'string') return quote(value);
    if (typeof value === 'bigint') return describe('BigInt ' + value);
    if (typeof value === 'symbol') return describe(String(value));
    if (typeof value === 'function') return describe('function ' + (value.name || 'without a name'));
    if (inside.has(value)) return describe('circular');
    if (depth > deepest) return describe('too deep');
    inside.add(value);
    const before = [text, chars];
    try {
      object(value, depth);
    } catch (error) {
      [text, chars] = before;
      describe('unreadable: ' + String(error?.message ?? error).slice(0, 80));
    }
    inside.delete(value);
  };
  if ('error' in this) {
    const { error } = this;
    const isError = typeof error === 'object' && error !== null && typeof error.message === 'string';
    if (isError) return { name: String(error.name).slice(0, 100), message: error.message.slice(0, 1000) };
    any(error, 0);
    return { name: typeof error, message: text.slice(0, 1000) };
  }
  any(this.value, 0);
  return { text, chars };
}`;
