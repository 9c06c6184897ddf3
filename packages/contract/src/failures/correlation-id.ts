/** The Web Crypto global, which every supported runtime has; typed here because the package knows no runtime's types. */
const { crypto } = globalThis as unknown as { readonly crypto: { randomUUID(): string } };

/** An id that ties an answer to the log lines of its call. */
export const createCorrelationId = (): string => crypto.randomUUID();
