/** Options of every client. The budget is long, so that a slow machine alone does not lead to doubt. */
export const recoverOptions = {
  budget: { attempts: 12, seconds: 90 },
  allow: ['find_effect'],
  loopGuard: false,
};
