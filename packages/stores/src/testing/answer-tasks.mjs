/** Says that the process is ready, and answers each task that its parent sends, until the parent is gone. */
export const answerTasks = (tasks) => {
  process.on('message', async ({ task, ...input }) => {
    try {
      process.send({ answer: await tasks[task](input) });
    } catch (error) {
      process.send({ failed: `${error.message}: ${error.cause?.message}` });
    }
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ ready: true });
};

/** Makes so many attempts at the same moment, and waits for all. */
export const atOnce = (times, attempt) => Promise.all(Array.from({ length: times }, attempt));
