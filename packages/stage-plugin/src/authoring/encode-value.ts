import type { z } from 'zod';

/** A JSON value, as the schema `z.json()` names it. */
export type PluginJson = z.output<ReturnType<typeof z.json>>;

/**
 * A value of a page or an app as JSON; send it along with `withFunctions`. Dates, maps, sets, bytes and files become objects with a `$type`. Deep and
 * long parts are left out, so that the whole is bounded.
 */
export const encodeValue = (value: unknown, most: number): PluginJson => {
  let left = most;
  const mark = (type: string, content: object = {}): PluginJson => ({ $type: type, ...content });
  const step = (one: unknown, depth: number): PluginJson => {
    left -= 8;
    if (typeof one === 'string') {
      const shown = one.slice(0, Math.max(0, left));
      left -= shown.length;
      return shown.length < one.length ? `${shown}…` : shown;
    }
    if (one === null || typeof one === 'boolean') return one;
    if (typeof one === 'number') return Number.isFinite(one) ? one : mark('number', { value: String(one) });
    if (one === undefined) return mark('undefined');
    if (typeof one === 'bigint') return mark('bigint', { value: String(one) });
    if (typeof one !== 'object') return mark(typeof one);
    if (depth > 20 || left <= 0) return mark('cut');
    return object(one, depth);
  };
  const list = (items: readonly unknown[], depth: number): PluginJson[] => {
    const shown: PluginJson[] = [];
    for (const item of items) {
      if (left <= 0) return [...shown, mark('cut', { items: items.length - shown.length })];
      shown.push(step(item, depth + 1));
    }
    return shown;
  };
  const object = (one: object, depth: number): PluginJson => {
    if (one instanceof Date) return mark('date', { value: Number.isNaN(one.getTime()) ? null : one.toISOString() });
    if (one instanceof Map) return mark('map', { entries: list([...one], depth) });
    if (one instanceof Set) return mark('set', { values: list([...one], depth) });
    if (one instanceof Blob) return mark('blob', { size: one.size, media_type: one.type.slice(0, 100) });
    if (one instanceof ArrayBuffer || ArrayBuffer.isView(one)) return mark('bytes', { size: one.byteLength });
    if (Array.isArray(one)) return list(one, depth);
    const entries: [string, PluginJson][] = [];
    for (const [key, inner] of Object.entries(one)) {
      if (left <= 0) return Object.fromEntries([...entries, ['$cut', true]]);
      left -= key.length;
      entries.push([key.slice(0, 200), step(inner, depth + 1)]);
    }
    return Object.fromEntries(entries);
  };
  return step(value, 0);
};
