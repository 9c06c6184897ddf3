/**
 * The effect of a tool on the world. A closed set: the rules for each are fixed, and a tool without one does not start.
 */
export const operationTypes = ['command', 'query', 'eval', 'screenshot', 'logs', 'window_info', 'dialog'] as const;
export type OperationType = (typeof operationTypes)[number];

/** The operation types that only look. */
export const readingOperations: ReadonlySet<OperationType> = new Set(['query', 'screenshot', 'logs', 'window_info']);

/** How bad it is when a call was a mistake, from harmless to never without a very good reason. */
export const dangerLevels = ['safe', 'reversible', 'destructive', 'dangerous', 'forbidden'] as const;
export type Danger = (typeof dangerLevels)[number];

/** How far a tool or a caller is trusted, from not at all. */
export const trustLevels = ['untested', 'generated', 'validated', 'community_reviewed', 'certified'] as const;
export type Trust = (typeof trustLevels)[number];

/** The lower of two levels of trust: a chain is as good as its weakest link. */
export const lowerTrust = (one: Trust, other: Trust): Trust =>
  trustLevels.indexOf(one) < trustLevels.indexOf(other) ? one : other;
