import type { PluginSession } from '@recourse/stage-plugin';
import { bodyText } from './body-text.ts';
import type { DevtoolsBody } from './body-text.ts';
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
  const found = await session
    .devtools<DevtoolsBody>('Network.getResponseBody', { requestId }, { frame })
    .catch(() => undefined);
  const text = found && bodyText(found);
  if (text === undefined) return;
  exchange.responseBody = text.slice(0, capture.maxBodyChars);
  exchange.isBodyCut = text.length > capture.maxBodyChars;
};
