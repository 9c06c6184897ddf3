/** The ids of principals that use the runs of every principal; `*` stands for all. */
export type Overseers = ReadonlySet<string>;

export const isOverseer = (overseers: Overseers, principal: string): boolean =>
  overseers.has(principal) || overseers.has('*');

/** Whether a principal may learn of the runs of an owner. */
export const seesRunsOf = (overseers: Overseers, principal: string, owner: string): boolean =>
  principal === owner || isOverseer(overseers, principal);
