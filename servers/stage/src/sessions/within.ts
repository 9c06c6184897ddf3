/** Whether a promise settles within this time. A promise that has settled already does. */
export const isSettledWithin = async (promise: Promise<unknown>, timeoutMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  const isSettled = await Promise.race([settled, late]);
  clearTimeout(timer);
  return isSettled;
};
