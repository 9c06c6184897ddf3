/**
 * Broken keys, to prove that the episodes find them. Each returns keys that break one rule: `answer_settles` frees the
 * key when the caller is answered, `no_look` reopens a key without looking, `lease_reopens` reopens it when the lease
 * ends although its process may be alive.
 */
export const mutants = {
  answer_settles: (replays, timeoutMs) => ({
    ...replays,
    begin: async (id) => {
      await replays.begin(id);
      setTimeout(() => void replays.release(id), timeoutMs);
    },
  }),
  no_look: (replays) => ({
    ...replays,
    claim: async (request) => {
      const claim = await replays.claim(request);
      return claim.state === 'lost' && claim.ended ? replays.claim({ ...request, reopen: claim.id }) : claim;
    },
  }),
  lease_reopens: (replays) => ({
    ...replays,
    claim: async (request) => {
      const claim = await replays.claim(request);
      return claim.state === 'lost' ? replays.claim({ ...request, reopen: claim.id }) : claim;
    },
  }),
};
