import type { Method } from '../adapter.ts';
import { methods } from '../adapter.ts';
import { wrong } from '../rules/findings.ts';
import type { Rule } from '../rules/index.ts';
import { text } from '../rules/index.ts';

/** A method and a path, with the placeholders of the path in its order. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly placeholders: readonly string[];
}

const expected = `a method and a path, such as 'GET /items/{item_id}'`;
/** Characters allowed in a path between placeholders. Others must be written percent-encoded in the file. */
const pathText = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/%]*$/;

/** `METHOD /path` with `{placeholders}`; no query, no dot segments, nothing that would change on its way. */
export const endpoint: Rule<Endpoint> = (place, report) => {
  const value = text({ longest: 2000 })(place, report);
  if (value === undefined) return undefined;
  const [, verb = '', path = ''] = /^(\S+) +(\S+)$/.exec(value) ?? [];
  const refuse = (suggestion?: string): undefined => {
    report(wrong(place, expected, suggestion === undefined ? {} : { suggestion }));
    return undefined;
  };
  const method = methods.find((one) => one === verb);
  if (!method) {
    const upper = methods.find((one) => one === verb.toUpperCase());
    return refuse(upper ? `write '${upper}'` : `begin with one of ${methods.join(', ')}`);
  }
  if (!path.startsWith('/')) return refuse('begin the path with /');
  if (/[?#]/.test(path))
    return refuse('remove the query: parameters that are not in the path are added to it automatically');
  const placeholders = [...path.matchAll(placeholder)].map(([, name = '']) => name);
  const plain = path.replace(placeholder, 'x');
  if (!pathText.test(plain))
    return refuse('close every placeholder, and percent-encode characters that a path cannot contain');
  if (plain.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    return refuse('remove . and .. segments from the path');
  return { method, path, placeholders };
};

export const placeholder = /\{([A-Za-z_][\w-]*)\}/g;
