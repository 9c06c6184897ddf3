/**
 * The ways in which a handler may use the client while it runs. A tool declares them, so that a front door knows before
 * the call that this one needs a line back to the client.
 */
export const clientUses = ['log', 'elicitation', 'sampling', 'roots'] as const;
export type ClientUse = (typeof clientUses)[number];

/** The kinds of requests that a client can answer. */
export type AskKind = Exclude<ClientUse, 'log'>;

/** The levels of syslog, least severe first. */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type LogLevel = (typeof logLevels)[number];
