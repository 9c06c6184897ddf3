import type { Json, JsonObject } from '@recourse/contract';
import { looksSecret } from './secret-keys.ts';
import { mask, maskTexts } from './secret-texts.ts';
import { follow, isSensitive, parsePointers } from './sensitive-fields.ts';
import type { Steps } from './sensitive-fields.ts';

export interface RedactOptions {
  /** JSON Pointers, with `*` for any item, of values that are masked whatever they look like. */
  readonly sensitive?: readonly string[];
  /** Strings that are masked wherever they occur. */
  readonly values?: readonly string[];
}

const longestText = 1024;
/** A secret that begins before the cut must be seen whole enough to be recognised. */
const lookAhead = 512;
const deepest = 8;
const mostEntries = 50;
/** The limit for one redacted value, roughly in characters: waiting events must not fill the memory. */
const mostInAll = 8192;

/** Masks secrets in a string and truncates it. */
export const redactText = (text: string, values: readonly string[] = [], longest = longestText): string => {
  const seen = text.length > longest + lookAhead ? text.slice(0, longest + lookAhead) : text;
  const masked = maskTexts(seen, values);
  // The end of what was seen may be the beginning of a secret, however short the masks have made the rest.
  const sure = seen.length < text.length ? Math.max(0, masked.length - lookAhead) : masked.length;
  const shown = Math.min(sure, longest);
  return shown < masked.length ? `${masked.slice(0, shown)}…` : masked;
};

/**
 * Copies a value so that it may be shown: secrets masked, strings, depth, entries and the whole bounded, and nothing
 * but JSON.
 */
export const redact = (value: unknown, options: RedactOptions = {}): Json =>
  new Redaction(options.values ?? []).copy(value, parsePointers(options.sensitive ?? []), 0);

/** The bound keeps a caller from filling the memory with new keys. */
const mostHarmlessKeys = 2000;
const harmlessKeys = new Set<string>();

/** A plain assignment would take `__proto__` for something else than a name. */
const put = (object: Record<string, Json>, key: string, value: Json): void => {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
};

class Redaction {
  readonly #values: readonly string[];
  #left = mostInAll;

  constructor(values: readonly string[]) {
    this.#values = values;
  }

  copy(value: unknown, sensitive: readonly Steps[], depth: number): Json {
    if (isSensitive(sensitive)) return mask;
    this.#left -= 8;
    if (typeof value === 'string') return this.#text(value);
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value !== 'object') return `[${typeof value}]`;
    if (depth >= deepest || this.#left <= 0) return '[…]';
    return Array.isArray(value) ? this.#list(value, sensitive, depth) : this.#object(value, sensitive, depth);
  }

  #text(text: string): string {
    if (this.#left <= 0) return '…';
    const shown = redactText(text, this.#values, Math.min(longestText, this.#left));
    this.#left -= shown.length;
    return shown;
  }

  #list(items: readonly unknown[], sensitive: readonly Steps[], depth: number): Json {
    const shown = items
      .slice(0, mostEntries)
      .map((item, index) => this.copy(item, follow(sensitive, String(index)), depth + 1));
    return items.length > mostEntries ? [...shown, `… ${items.length - mostEntries} more`] : shown;
  }

  #object(value: object, sensitive: readonly Steps[], depth: number): JsonObject {
    const shown: Record<string, Json> = {};
    let entries = 0;
    let unshown = 0;
    for (const key of Object.keys(value)) {
      const item = (value as Readonly<Record<string, unknown>>)[key];
      if (item === undefined) continue;
      if (entries >= mostEntries || this.#left <= 0) unshown += 1;
      else {
        entries += 1;
        put(shown, this.#key(key), this.#entry(key, item, follow(sensitive, key), depth));
      }
    }
    if (unshown > 0) shown['…'] = `${unshown} more`;
    return shown;
  }

  /** Keys repeat from call to call. One that was shown as it is, and may hold none of the values, is shown so again. */
  #key(key: string): string {
    if (this.#values.length > 0 || this.#left < key.length) return this.#text(key);
    if (harmlessKeys.has(key)) {
      this.#left -= key.length;
      return key;
    }
    const shown = this.#text(key);
    if (shown === key && key.length <= 100 && harmlessKeys.size < mostHarmlessKeys) harmlessKeys.add(key);
    return shown;
  }

  #entry(key: string, item: unknown, sensitive: readonly Steps[], depth: number): Json {
    const looks = item === null || typeof item === 'boolean' ? undefined : looksSecret(key);
    const hidden = looks === 'secret' || (looks === 'secrets' && typeof item !== 'number');
    return hidden ? mask : this.copy(item, sensitive, depth + 1);
  }
}
