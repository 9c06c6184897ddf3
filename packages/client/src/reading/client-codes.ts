import { createRegistry, defineCodes } from '@recourse/contract';

/** Codes that the client produces when the server sent none. None of them is guessed from the wording of an answer. */
// A table reads by the row:
// prettier-ignore
export const clientCodes = defineCodes(
  {
    TOOL_ERROR: {
      kind: 'error', category: 'upstream', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Tool failed without a code',
      message: 'The tool failed and sent a message without a code',
      hint: 'Read the message of the tool and decide what to do next.',
    },
    PROTOCOL_REFUSED: {
      kind: 'error', category: 'upstream', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Server answered with a protocol error',
      message: 'The server answered with a protocol error',
      hint: 'Read the error message of the server.',
    },
    ANSWER_LOST: {
      kind: 'error', category: 'upstream', http: null, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'No answer was received',
      message: 'No answer was received',
      hint: 'Repeat the call if it is safe to run twice; otherwise check first whether it took effect.',
    },
    ANSWER_UNREADABLE: {
      kind: 'error', category: 'upstream', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Answer is too large or too deeply nested to read',
      message: 'The response is too large or too deeply nested to read',
      hint: 'Report this to the operator of the server.',
    },
    CIRCUIT_OPEN: {
      kind: 'error', category: 'upstream', http: 503, retryable: true, recovery: 'wait', since: '0.1.0',
      summary: 'Circuit breaker for the server is open',
      message: 'The server failed several times in a row, so no calls are sent for a while',
      hint: 'Repeat the call after the time in retry_after_ms; it was not sent.',
    },
  },
  { namespace: 'client' },
);

export const { fail: failAsClient } = createRegistry(clientCodes);
