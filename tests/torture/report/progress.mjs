/** Reports on stderr how far a run is: in place on a terminal, otherwise every ten seconds. */
export const createProgress = (total, { silent }) => {
  const startedAt = Date.now();
  let done = 0;
  let shownAt = 0;
  return () => {
    done += 1;
    const everyMs = process.stderr.isTTY ? 500 : 10_000;
    if (silent || Date.now() - shownAt < everyMs) return;
    shownAt = Date.now();
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const left = Math.round((seconds / done) * (total - done));
    const line = `${done} of ${total} episodes, ${seconds} s, about ${left} s left`;
    process.stderr.write(process.stderr.isTTY ? `\r${line}   ` : `${line}\n`);
  };
};
