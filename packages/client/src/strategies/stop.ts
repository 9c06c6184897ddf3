import { end } from './strategy.ts';
import type { Strategy } from './strategy.ts';

/** Ends the call: what a server says in words is for the caller to read, what needs a person is for a person. */
export const stop: Strategy = ({ reading: { failure, source } }) => {
  // A message alone does not prove that only a person can help.
  if (source === 'inferred') return end('handed_over', 'the server describes the problem only as text');
  if (source === 'prose' || source === 'unreadable' || (source === 'protocol' && failure.recovery === 'report'))
    return end('handed_over', 'the server describes the problem only as text');
  if (failure.code === 'CONFIRMATION_DENIED') return end('denied', failure.message);
  if (failure.recovery === 'authorize') return end('needs_person', failure.hint || 'a person has to give permission');
  return end('needs_person', failure.hint || 'a person must be informed');
};
