import type { PluginStage } from '@recourse/stage-plugin';
import { z } from 'zod';
import type { Exchange } from '../capturing/exchange.ts';

const headers = z.record(z.string(), z.string()).optional();

/** A request and its response as answers show them. */
export const exchangeOutput = z.object({
  number: z.int(),
  method: z.string(),
  url: z.string(),
  type: z.string(),
  state: z.enum(['pending', 'finished', 'failed']),
  started_at: z.string(),
  status: z.int().optional(),
  mime_type: z.string().optional(),
  duration_ms: z.int().optional(),
  failure: z.string().optional(),
  request_headers: headers,
  response_headers: headers,
  request_body: z.string().optional(),
  response_body: z.string().optional(),
  body_truncated: z.boolean().optional(),
});

interface ShowOptions {
  readonly headers: boolean;
  readonly bodies: boolean;
}

type Shown = z.output<typeof exchangeOutput>;
/** Keeps a string that must be masked, and returns a function that reads it afterwards. */
type Keep = (name: string, text: string) => () => string;

/** Exchanges without secrets: headers by their names, addresses and bodies by what they look like. */
export const showExchanges = async (
  stage: PluginStage,
  exchanges: readonly Exchange[],
  options: ShowOptions,
): Promise<Shown[]> => {
  const texts: { readonly name: string; readonly text: string }[] = [];
  let masked: readonly string[] = [];
  const keep: Keep = (name, text) => {
    const at = texts.push({ name: name.slice(0, 1000), text }) - 1;
    return () => masked[at] ?? '';
  };
  const shown = exchanges.map((exchange) => prepare(exchange, options, keep));
  // One request to the stage for all strings.
  masked = await stage.mask(texts);
  return shown.map((show) => show());
};

const prepare = (exchange: Exchange, { headers: withHeaders, bodies }: ShowOptions, keep: Keep): (() => Shown) => {
  const { requestBody, responseBody } = exchange;
  const keepHeaders = (given: Readonly<Record<string, string>> = {}): (() => Record<string, string>) => {
    const all = Object.entries(given).slice(0, 100);
    const kept = all.map(([name, text]) => [name, keep(name, text.slice(0, 4000))] as const);
    return () => Object.fromEntries(kept.map(([name, read]) => [name, read()]));
  };
  const url = keep('url', exchange.url);
  const [sent, received] = withHeaders
    ? [keepHeaders(exchange.requestHeaders), keepHeaders(exchange.responseHeaders)]
    : [undefined, undefined];
  const request = bodies && requestBody !== undefined ? keep('body', requestBody) : undefined;
  const response = bodies && responseBody !== undefined ? keep('body', responseBody) : undefined;
  return () => ({
    number: exchange.number,
    method: exchange.method,
    url: url(),
    type: exchange.resourceType,
    state: exchange.state,
    started_at: exchange.startedAt,
    ...(exchange.status !== undefined && { status: exchange.status }),
    ...(exchange.mimeType !== undefined && { mime_type: exchange.mimeType }),
    ...(exchange.durationMs !== undefined && { duration_ms: exchange.durationMs }),
    ...(exchange.failure !== undefined && { failure: exchange.failure }),
    ...(sent && { request_headers: sent() }),
    ...(received && exchange.responseHeaders && { response_headers: received() }),
    ...(request && { request_body: request() }),
    ...(response && { response_body: response() }),
    ...(bodies && exchange.isBodyCut === true && { body_truncated: true }),
  });
};
