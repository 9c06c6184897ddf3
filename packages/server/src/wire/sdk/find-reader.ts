import type { Caller, Principal, Resource, Server } from '@recourse/engine';

/** Finds the principal of a connection or a request. HTTP knows it already. */
export type FindReader = () => Promise<Principal | undefined>;

export const createFindReader = (server: Server, caller: Caller): FindReader => {
  let found: Promise<Principal | undefined> | undefined;
  return () => (found ??= Promise.resolve(caller.principal ?? server.identify(caller)));
};

/** The resources that a principal may learn of. */
export const resourcesFor = (server: Server, reader: Principal | undefined): readonly Resource[] =>
  server.resources.filter(({ owner }) => server.sees(reader, owner));
