const recoveryKey = 'dev.recourse/recovery';

/** The outcome of `callTool` as a value: the result, or the error that was thrown. */
export const outcomeOf = async (lab, client, call, options) => {
  try {
    return lab.normalise({ result: withoutRecovery(await client.callTool(...lab.sdk.argumentsOf(call, options))) });
  } catch (error) {
    const { name, code, message, data } = error;
    return lab.normalise({ thrown: { name, code, message, data } });
  }
};

/** The client says in `_meta` how a call ended; all else is the server's. */
const withoutRecovery = ({ _meta: meta, ...result }) => {
  const { [recoveryKey]: _, ...rest } = meta ?? {};
  return Object.keys(rest).length > 0 ? { ...result, _meta: rest } : result;
};

/** The text of an outcome that a person would read: its first text block, or the message of the error. */
export const wordsOf = ({ result, thrown }) => thrown?.message ?? result.content.find(({ text }) => text)?.text ?? '';
