/**
 * Broken admissions, to prove that the episodes find them. Each breaks one rule: `answer_settles` frees the key when
 * the caller is answered, `no_look` reopens a key without looking, `lease_reopens` reopens it when the lease ends
 * although its process may be alive.
 */
export const mutants = {
  answer_settles: (admissions, timeoutMs) => ({
    ...admissions,
    admit: async (request) => {
      const admission = await admissions.admit(request);
      const { claim } = admission;
      const outcome = { ok: false, effect: 'none' };
      if (claim !== undefined) setTimeout(() => void admissions.end({ claim, outcome, giveBack: [] }), timeoutMs);
      return admission;
    },
  }),
  no_look: (admissions) => reopening(admissions, ({ ended }) => ended),
  lease_reopens: (admissions) => reopening(admissions, () => true),
};

const reopening = (admissions, isReopened) => ({
  ...admissions,
  admit: async (request) => {
    const admission = await admissions.admit(request);
    const { key } = admission;
    if (key?.state !== 'lost' || !isReopened(key)) return admission;
    return admissions.admit({ ...request, claim: { ...request.claim, reopen: key.id } });
  },
});
