import { randomUUID } from 'node:crypto';

const keyName = 'dev.recourse/idempotency_key';

/** Clients that break one rule each, by what they send. */
export const clientMutants = {
  /** Every message has a new key. */
  new_key: (client) =>
    new Proxy(client, {
      get: (inner, name) => {
        const value = Reflect.get(inner, name);
        if (name !== 'callTool') return typeof value === 'function' ? value.bind(inner) : value;
        return (params, ...rest) =>
          value.call(inner, { ...params, _meta: { ...params._meta, [keyName]: randomUUID() } }, ...rest);
      },
    }),
};
