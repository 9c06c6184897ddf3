import { createRegistry, defineCodes } from '@recourse/contract';

/** What the client finds by itself, where no server has said a code. None of them guesses at what a text may mean. */
// A table reads by the row:
// prettier-ignore
export const clientCodes = defineCodes(
  {
    TOOL_ERROR: {
      kind: 'error', category: 'upstream', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Tool said in words that it failed',
      message: 'The tool failed, and said so in words only',
      hint: 'Read what the tool said, and decide by it.',
    },
    PROTOCOL_REFUSED: {
      kind: 'error', category: 'upstream', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Server answered with a protocol error',
      message: 'The server answered with a protocol error',
      hint: 'Read what the server said.',
    },
    ANSWER_LOST: {
      kind: 'error', category: 'upstream', http: null, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'No answer came',
      message: 'No answer came',
      hint: 'Repeat the call where that cannot do it twice; else look whether it took effect.',
    },
    ANSWER_UNREADABLE: {
      kind: 'error', category: 'upstream', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Answer is larger or deeper than is read',
      message: 'The answer says that the call failed, and is too large to be read',
      hint: 'Tell the people who run the server.',
    },
    SERVER_RESTING: {
      kind: 'error', category: 'upstream', http: 503, retryable: true, recovery: 'wait', since: '0.1.0',
      summary: 'Server is not called for a while',
      message: 'The server failed several times in a row and is not called for a while',
      hint: 'Nothing was sent. Repeat the call later.',
    },
  },
  { namespace: 'client' },
);

export const { fail: failAsClient } = createRegistry(clientCodes);
