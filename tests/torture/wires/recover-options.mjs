/** What every client of an episode is told. The budget is long: on a slow machine, too, it is no reason for doubt. */
export const recoverOptions = {
  budget: { attempts: 12, seconds: 90 },
  allow: ['find_effect'],
  loopGuard: false,
};
