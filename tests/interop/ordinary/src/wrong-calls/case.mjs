/**
 * A wrong call, and the right thing to do about it. `code` is what the failure means, written down by what happened
 * and not by what a rule makes of it.
 */

/** Exactly one correction exists: these arguments are sent, and the call succeeds. */
export const corrected = (code, tool, args, sent) => ({ kind: 'corrected', code, tool, arguments: args, sent });
/** The list of tools shows that it must fail: nothing is sent. */
export const refused = (code, tool, args) => ({ kind: 'refused', code, tool, arguments: args });
/** Only the server can know: it is sent once, and its words are given a code. */
export const told = (code, tool, args, before) => ({ kind: 'told', code, tool, arguments: args, before });
/** It passes, and the call may be repeated: it succeeds with the second. `trouble` returns what ends it. */
export const retried = (code, tool, args, trouble) => ({ kind: 'retried', code, tool, arguments: args, trouble });

export const missing = 'VALIDATION_MISSING_PARAM';
export const wrongType = 'VALIDATION_INVALID_TYPE';
export const wrongValue = 'VALIDATION_INVALID_ENUM';
export const unknownName = 'VALIDATION_UNKNOWN_PARAM';
export const outOfRange = 'VALIDATION_OUT_OF_RANGE';
export const rejected = 'VALIDATION_UPSTREAM_REJECTED';
export const noTool = 'NOT_FOUND_OPERATION';
export const notFound = 'NOT_FOUND_RESOURCE';
export const denied = 'PERMISSION_DENIED';
/** The server asked a person by a dialogue, and no person said yes. */
export const unconfirmed = 'CONFIRMATION_DENIED';
export const exists = 'CONFLICT_ALREADY_EXISTS';
export const unavailable = 'UPSTREAM_UNAVAILABLE';
export const lost = 'ANSWER_LOST';
