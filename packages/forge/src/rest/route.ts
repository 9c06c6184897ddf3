import type { Answer } from '../answers/answer.ts';
import type { Need } from '../identity/access.ts';
import type { Bucket } from '../limits/limit-settings.ts';
import type { Call, RepositoryCall } from './call.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RouteFacts {
  readonly method: Method;
  /** `{name}` takes one segment, `{name*}` the rest or, before a fixed ending, as much as leaves the ending. */
  readonly path: string;
  /** GitHub's name of the operation. */
  readonly operation: string;
  /** The page of the operation below the documentation's root. */
  readonly docs: string;
}

/** An operation outside any repository. */
interface GlobalRoute extends RouteFacts {
  readonly bucket: Bucket | 'free';
  /** Requires authentication. */
  readonly known?: boolean;
  /** The classic scopes of which one is needed. */
  readonly scopes?: readonly string[];
  readonly run: (call: Call) => Answer | Promise<Answer>;
}

/** An operation on one repository, which the caller must be able to see. */
interface RepositoryRoute extends RouteFacts {
  readonly need: Need;
  readonly run: (call: RepositoryCall) => Answer | Promise<Answer>;
}

export type Route = GlobalRoute | RepositoryRoute;

export interface Matched {
  readonly route: Route;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Finds the first route of the table that fits; HEAD asks for what GET would answer. */
export function createMatcher(routes: readonly Route[]): (method: string, path: string) => Matched | undefined {
  const compiled = routes.map((route) => ({ route, pattern: compile(route.path) }));
  return (method, path) => {
    const wanted = method === 'HEAD' ? 'GET' : method;
    for (const { route, pattern } of compiled) {
      if (route.method !== wanted) continue;
      const match = pattern.exec(path);
      const parameters = match && decode(match.groups ?? {});
      if (parameters) return { route, parameters };
    }
    return undefined;
  };
}

function compile(path: string): RegExp {
  const source = path
    .split(/(\{\w+\*?\})/)
    .map((part) => {
      const [, name, rest] = /^\{(\w+)(\*?)\}$/.exec(part) ?? [];
      if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return `(?<${name}>${rest === '*' ? '.*' : '[^/]+'})`;
    })
    .join('');
  return new RegExp(`^${source}$`);
}

/** An address whose escapes are broken names nothing. */
function decode(groups: Readonly<Record<string, string>>): ReadonlyMap<string, string> | undefined {
  try {
    return new Map(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}
