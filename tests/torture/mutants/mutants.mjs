/** Where each mutant is found: the fault that exposes it, and the smallest set-up in which it can. */
export const mutants = {
  answer_settles: { fault: ['late_effect'], store: 'sqlite', wire: 'mcp', processes: 1 },
  no_look: { fault: ['kill_after_effect'], store: 'sqlite', wire: 'rest', processes: 1 },
  lease_reopens: { fault: ['stopped_process'], store: 'sqlite', wire: 'rest', processes: 2 },
  new_key: { fault: ['lost_answer'], store: 'sqlite', wire: 'stdio', processes: 1 },
  redeem_apart: { fault: ['kill_confirmed'], store: 'sqlite', wire: 'rest', processes: 1 },
};
