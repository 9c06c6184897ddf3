import { succeed } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { classifyAnswer } from '@recourse/upstream';
import type { Adapter } from '../../src/adapter/adapter.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';

/** The smallest exchange that sends true requests. */
export const fetchExchange = ({ baseUrl }: Adapter): Exchange => ({
  hold: () => undefined,
  send: async ({ operation, arguments: args, signal }) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/gu, (_, key: string) => encodeURIComponent(String(args[key])));
    const inBody = operation.parameters.filter((parameter) => parameter.in === 'body');
    const own = Object.fromEntries(inBody.flatMap(({ name }) => (name in args ? [[name, args[name]]] : [])));
    const body = { ...own, ...(args['input'] as JsonObject | undefined) };
    const response = await fetch(`${baseUrl}${path}`, {
      method: operation.method,
      signal,
      ...(['POST', 'PATCH'].includes(operation.method) && { body: JSON.stringify(body) }),
    });
    const said = await response.text();
    const data = said === '' ? null : (JSON.parse(said) as Json);
    if (response.ok) return succeed(data);
    return classifyAnswer(
      { status: response.status, headers: response.headers, body: data } as never,
      {
        method: operation.method,
      } as never,
    );
  },
});
