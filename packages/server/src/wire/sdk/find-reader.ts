import type { Principal, Resource, Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';

/** Finds the principal of a request. HTTP knows it already. */
export type FindReader = () => Promise<Principal | undefined>;

/** Two requests of one session may come with different keys of the same principal, so the caller is read each time. */
export const createFindReader = (server: Server, options: { readonly caller: Caller }): FindReader => {
  let found: Promise<Principal | undefined> | undefined;
  return () => {
    const { caller } = options;
    return caller.principal ? Promise.resolve(caller.principal) : (found ??= Promise.resolve(server.identify(caller)));
  };
};

/** The resources that a principal may learn of. */
export const resourcesFor = (server: Server, reader: Principal | undefined): readonly Resource[] =>
  server.resources.filter(({ owner }) => server.sees(reader, owner));
