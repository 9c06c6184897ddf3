/**
 * Options of a caller who allows everything, trusts annotations and says yes to every question, so that nothing which
 * a server could bring about stays undone. Every call is sent as it is. Steps, questions and waits are kept; nothing
 * really waits.
 */
export const createWatch = (options = {}) => {
  const steps = [];
  const questions = [];
  const waits = [];
  return {
    steps,
    questions,
    waits,
    failures: () => steps.filter(({ kind }) => kind === 'failure'),
    ends: () => steps.filter(({ kind }) => kind === 'end').map(({ end }) => end),
    clear: () => [steps, questions, waits].forEach((list) => list.splice(0)),
    options: {
      onStep: (step) => steps.push(step),
      confirm: (question) => questions.push(question) > 0,
      allow: () => true,
      trustAnnotations: true,
      checkArguments: false,
      sleep: async (ms) => waits.push(ms),
      ...options,
    },
  };
};
