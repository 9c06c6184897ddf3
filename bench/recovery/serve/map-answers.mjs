/**
 * A transport that hands on every message, with the answers to calls of tools changed on the way.
 *
 * @type {(inner: any, change: (result: any) => any) => any}
 */
export const mapAnswers = (inner, change) => {
  const outer = {
    /** @type {any} */ onmessage: undefined,
    /** @type {any} */ onclose: undefined,
    /** @type {any} */ onerror: undefined,
    start: () => inner.start(),
    send: (/** @type {any} */ message, /** @type {any} */ options) => inner.send(message, options),
    close: () => inner.close(),
  };
  Object.assign(inner, {
    onmessage: (/** @type {any} */ message, /** @type {any} */ extra) => {
      const isFailure = message.result?.isError === true;
      outer.onmessage?.(isFailure ? { ...message, result: change(message.result) } : message, extra);
    },
    onclose: () => outer.onclose?.(),
    onerror: (/** @type {Error} */ error) => outer.onerror?.(error),
  });
  return outer;
};
