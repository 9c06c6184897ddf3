const recoveryKey = 'dev.recourse/recovery';

/** What a caller of `callTool` is given, as a value: the result, or what was thrown. */
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

/** What a person would read of an answer: its first text, or the message of what was thrown. */
export const wordsOf = ({ result, thrown }) => thrown?.message ?? result.content.find(({ text }) => text)?.text ?? '';
