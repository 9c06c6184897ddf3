import type { PluginSession } from '@recourse/stage-plugin';
import type { Capture } from './capture.ts';
import type { Exchange, RequestSent, Response } from './exchange.ts';

interface Finished {
  readonly requestId: string;
  readonly timestamp: number;
  readonly errorText?: string;
  readonly canceled?: boolean;
}

/** Feeds a capture with the network events of a surface and all its frames. Returns a function that ends that. */
export const followNetwork = async (session: PluginSession, capture: Capture): Promise<() => Promise<void>> => {
  const stops = [
    await session.onDevtools('Network.requestWillBeSent', (event: RequestSent, frame) => capture.sent(frame, event)),
    await session.onDevtools(
      'Network.responseReceived',
      ({ requestId, response }: { readonly requestId: string; readonly response: Response }, frame) =>
        capture.responded(frame, requestId, response),
    ),
    await session.onDevtools('Network.loadingFinished', ({ requestId, timestamp }: Finished, frame) => {
      const exchange = capture.finished(frame, requestId, timestamp);
      if (exchange && capture.maxBodyChars > 0) void readBody(session, capture, { exchange, requestId, frame });
    }),
    await session.onDevtools('Network.loadingFailed', ({ requestId, timestamp, errorText = '' }: Finished, frame) => {
      capture.finished(frame, requestId, timestamp, errorText.slice(0, 200));
    }),
  ];
  await session.devtools('Network.enable', { maxPostDataSize: 65_536 }, { frame: 'all' });
  return async () => {
    for (const stop of stops) await stop();
    await session.devtools('Network.disable', {}, { frame: 'all' });
  };
};

interface BodyOf {
  readonly exchange: Exchange;
  readonly requestId: string;
  readonly frame: string;
}

/** Reads a body while the browser still has it. Bodies that are not text are left out. */
const readBody = async (session: PluginSession, capture: Capture, { exchange, requestId, frame }: BodyOf) => {
  type Body = { readonly body: string; readonly base64Encoded: boolean };
  const found = await session
    .devtools<Body>('Network.getResponseBody', { requestId }, { frame })
    .catch(() => undefined);
  if (!found || found.base64Encoded) return;
  exchange.responseBody = found.body.slice(0, capture.maxBodyChars);
  exchange.isBodyCut = found.body.length > capture.maxBodyChars;
};
