import { request as send } from 'node:http';
import { createSignal } from '../../src/testing/create-signal.ts';
import type { Signal } from '../../src/testing/create-signal.ts';
import { listen } from './listen.ts';

interface Hold {
  readonly reached: Signal;
  readonly released: Signal;
  isBroken: boolean;
}

/** A repository under a new address. */
interface Held {
  readonly url: string;
  readonly reached: Promise<void>;
  release(): void;
  /** Answers 503 while it is set. */
  setBroken(isBroken: boolean): void;
}

/** A way to the forge that makes git wait until the test lets it go on, so that a run stays in CLONED_INPUTS. */
export interface HeldForge {
  /** Every address below it may be read. */
  readonly url: string;
  /** A new address of a repository on the forge. */
  hold(repository: string): Held;
  close(): void;
}

export const openHeldForge = async (forgeUrl: string): Promise<HeldForge> => {
  const holds = new Map<string, Hold>();
  const { url, close } = await listen(async (request, response) => {
    const [, name = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const hold = holds.get(name);
    hold?.reached.give();
    await hold?.released.given;
    if (hold?.isBroken) {
      response.writeHead(503).end();
      return;
    }
    const { method, headers } = request;
    const onward = send(`${forgeUrl}${rest}`, { method, headers: { ...headers, host: new URL(forgeUrl).host } });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  return {
    url,
    close,
    hold: (repository) => {
      const name = `hold-${holds.size}`;
      const hold: Hold = { reached: createSignal(), released: createSignal(), isBroken: false };
      holds.set(name, hold);
      return {
        url: `${url}/${name}/${repository}`,
        reached: hold.reached.given,
        release: hold.released.give,
        setBroken: (isBroken) => {
          hold.isBroken = isBroken;
        },
      };
    },
  };
};
