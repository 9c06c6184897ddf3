import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { Auth, SingleAuth } from '../adapter/adapter.ts';
import { signedPlace } from '../adapter/fields/auth-fields.ts';
import type { Follow } from './document/references.ts';
import { LeftOut } from './report/left-out.ts';
import { readSchemes } from './security-schemes.ts';
import type { Scheme } from './security-schemes.ts';

/** How one operation is authenticated. */
export interface SignedBy {
  /** Its name under `other_auth`, or `none`; undefined if it authenticates like most. */
  readonly name: string | undefined;
  /** The places of its credentials, in the words of `signedPlace`. */
  readonly places: ReadonlySet<string>;
}

/** How the adapter signs its requests. */
export interface ChosenAuth {
  readonly auth: Auth;
  /** Further ways, by name, for operations that need another one. */
  readonly others: ReadonlyMap<string, Auth>;
  /** How an operation with these security requirements is authenticated. Throws LeftOut if it cannot be. */
  readonly signedBy: (demand: Json | undefined) => SignedBy;
  readonly notes: readonly string[];
}

interface AuthOptions {
  /** Of the adapter. */
  readonly name: string;
  /** The variable of a bearer token that signs everything. */
  readonly bearer: string | undefined;
  /** The security requirements of each operation; undefined if the document states none. */
  readonly demands: readonly (Json | undefined)[];
}

/**
 * Chooses the combination of schemes that most of the operations can use, and names the others that
 * operations need. The variables of credentials are named after the adapter and numbered: no text of the document
 * decides which variable is read.
 */
export const chooseAuth = (
  document: JsonObject,
  follow: Follow,
  { name, bearer, demands }: AuthOptions,
): ChosenAuth => {
  if (bearer !== undefined) {
    const auth = { type: 'bearer', tokenEnv: bearer, prefix: 'Bearer' } as const;
    return { auth, others: new Map(), signedBy: () => like(auth), notes: [] };
  }
  const schemes = readSchemes(document, follow, name);
  const uses = new Map<string, { readonly auth: Auth; count: number }>();
  for (const demand of demands) {
    const seen = new Set(
      alternativesOf(demand)
        .flatMap((each) => combine(each, schemes) ?? [])
        .map(keyOf),
    );
    for (const key of seen) uses.set(key, { auth: JSON.parse(key) as Auth, count: (uses.get(key)?.count ?? 0) + 1 });
  }
  const used = [...uses.values()].filter(({ auth }) => auth.type !== 'none');
  const supported = schemes.flatMap(({ auth }) => auth ?? []);
  // A document may declare schemes and demand none: the first one signs.
  const auth = used.toSorted((a, b) => b.count - a.count)[0]?.auth ?? supported[0] ?? { type: 'none' };
  const others = new Map<string, Auth>();
  const signedBy = (demand: Json | undefined): SignedBy => {
    if (demand === undefined) return like(auth);
    const alternatives = alternativesOf(demand);
    const ways = alternatives.flatMap((each) => combine(each, schemes) ?? []);
    const signing = ways.filter(({ type }) => type !== 'none');
    const isOptional = alternatives.length === 0 || signing.length < ways.length;
    const [first] = signing;
    if (!first && isOptional) return like({ type: 'none' }, auth.type === 'none' ? undefined : 'none');
    if (!first) throw new LeftOut('unsupported_auth', 'adapters support none of its security requirements');
    const preferred = signing.find((way) => keyOf(way) === keyOf(auth)) ?? first;
    const way: Auth = isOptional ? { ...preferred, optional: true } : preferred;
    if (keyOf(way) === keyOf(auth)) return like(auth);
    const known = [...others].find(([, other]) => keyOf(other) === keyOf(way))?.[0];
    const name = known ?? `other_${others.size + 1}`;
    others.set(name, way);
    return like(way, name);
  };
  return { auth, others, signedBy, notes: notesOf(schemes) };
};

const like = (auth: Auth, name?: string): SignedBy => ({
  name,
  places: new Set((auth.type === 'combined' ? auth.parts : [auth]).map(signedPlace)),
});

const keyOf = (auth: Auth): string => JSON.stringify(auth);

const alternativesOf = (demand: Json | undefined): readonly JsonObject[] =>
  Array.isArray(demand) ? (demand as readonly Json[]).filter((each) => isJsonObject(each)) : [];

/** All schemes of one alternative together. Undefined if one is not supported, or two need the same place. */
const combine = (alternative: JsonObject, schemes: readonly Scheme[]): Auth | undefined => {
  const parts = new Map<string, SingleAuth>();
  for (const key of Object.keys(alternative)) {
    const auth = schemes.find((scheme) => scheme.key === key)?.auth;
    if (!auth) return undefined;
    parts.set(keyOf(auth), auth);
  }
  const all = [...parts.values()];
  const [first = { type: 'none' } as const] = all;
  if (all.length < 2) return first;
  return new Set(all.map(signedPlace)).size < all.length ? undefined : { type: 'combined', parts: all };
};

const notesOf = (schemes: readonly Scheme[]): readonly string[] => {
  if (schemes.length === 0)
    return ['the document defines no security scheme: requests are sent without authentication'];
  return schemes.flatMap(({ key, auth, note }) => {
    if (!auth) return [`the security scheme '${key}' is not supported: ${note ?? ''}`];
    return note === undefined ? [] : [`the security scheme '${key}': ${note}`];
  });
};
