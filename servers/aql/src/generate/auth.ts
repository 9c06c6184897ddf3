import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { Follow } from './document/references.ts';
import type { Auth } from '../adapter/adapter.ts';

/** How the adapter signs its requests, and which schemes of the document that is. */
export interface ChosenAuth {
  readonly auth: Auth;
  /** The names of the schemes that this satisfies; empty where the document names none. */
  readonly schemes: ReadonlySet<string>;
  readonly notes: readonly string[];
}

/** Chooses the scheme that most of the operations can be signed with; of equals, the first of the document. */
export const chooseAuth = (
  document: JsonObject,
  follow: Follow,
  { name, bearer, demands }: { name: string; bearer: string | undefined; demands: readonly Json[] },
): ChosenAuth => {
  const prefix = name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  const components = isJsonObject(document['components']) ? document['components'] : {};
  const declared = isJsonObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  const schemes = Object.entries(declared).map(([key, scheme]) => ({ key, ...toAuth(follow(scheme), prefix) }));
  if (bearer !== undefined) {
    const bearers = schemes.filter(({ auth }) => auth?.type === 'bearer').map(({ key }) => key);
    return { auth: bearerAuth(bearer), schemes: new Set(bearers), notes: [] };
  }
  const usable = schemes.flatMap(({ key, auth, note }) =>
    auth ? [{ key, auth, note, uses: usesOf(key, demands) }] : [],
  );
  const best = usable.toSorted((a, b) => b.uses - a.uses)[0];
  const unsupported = schemes
    .filter(({ auth }) => !auth)
    .map(({ key, note = '' }) => `the security scheme '${key}' is not supported: ${note}`);
  if (!best) {
    const silent = schemes.length === 0 ? ['the document names no security scheme: requests are not signed'] : [];
    return { auth: { type: 'none' }, schemes: new Set(), notes: [...silent, ...unsupported] };
  }
  // Schemes that come to the same, such as two OAuth flows, are one for us.
  const same = usable.filter(({ auth }) => JSON.stringify(auth) === JSON.stringify(best.auth));
  return {
    auth: best.auth,
    schemes: new Set(same.map(({ key }) => key)),
    notes: [...(best.note === undefined ? [] : [`the security scheme '${best.key}': ${best.note}`]), ...unsupported],
  };
};

const bearerAuth = (tokenEnv: string): Auth => ({ type: 'bearer', tokenEnv, prefix: 'Bearer' });

const usesOf = (key: string, demands: readonly Json[]): number =>
  demands.filter(
    (demand) => Array.isArray(demand) && demand.some((one) => isJsonObject(one) && Object.hasOwn(one, key)),
  ).length;

const toAuth = (scheme: JsonObject, prefix: string): { readonly auth?: Auth; readonly note?: string } => {
  const { type, in: place, name } = scheme;
  const kind = typeof scheme['scheme'] === 'string' ? scheme['scheme'].toLowerCase() : '';
  if (type === 'http' && kind === 'bearer') return { auth: bearerAuth(`${prefix}_TOKEN`) };
  if (type === 'http' && kind === 'basic') {
    return { auth: { type: 'basic', usernameEnv: `${prefix}_USERNAME`, passwordEnv: `${prefix}_PASSWORD` } };
  }
  if (type === 'oauth2' || type === 'openIdConnect') {
    return {
      auth: bearerAuth(`${prefix}_TOKEN`),
      note: `an access token is expected in ${prefix}_TOKEN; the ${type} flow itself is not run`,
    };
  }
  if (type === 'apiKey' && (place === 'header' || place === 'query') && typeof name === 'string' && isName(name)) {
    return { auth: { type: 'api_key', keyEnv: `${prefix}_API_KEY`, in: place, name } };
  }
  return { note: type === 'apiKey' ? `a key in the ${String(place)}` : `${String(type)} ${kind}`.trim() };
};

const isName = (name: string): boolean => /^[\w!$'*+.^`|~-]{1,128}$/.test(name);

/** Whether requests signed like this satisfy what an operation demands: one of its alternatives, or none demanded. */
export const satisfies = (demand: Json | undefined, schemes: ReadonlySet<string>): boolean => {
  if (!Array.isArray(demand) || demand.length === 0) return true;
  return (demand as readonly Json[]).some(
    (alternative) => isJsonObject(alternative) && Object.keys(alternative).every((key) => schemes.has(key)),
  );
};
