import type { PluginElement, PluginSession } from '../authoring/session.ts';
import type { SessionFacts } from '../wire/messages.ts';
import type { Asking } from './asking.ts';

interface WirePicture {
  readonly data: string;
  readonly width: number;
  readonly height: number;
  readonly masked: number;
}

/** A session as the tools of a plugin use it: every method is a request to the stage. */
export const createSession = (facts: SessionFacts, asking: Asking): PluginSession => {
  const about = { session: facts.id, ...(facts.surfaceId !== undefined && { surface: facts.surfaceId }) };
  const ask = <Value>(method: string, params: object): Promise<Value> => asking.ask(method, params, about);
  return {
    ...facts,
    evaluate: (run, { arguments: given, world = 'isolated' } = {}) =>
      ask('page.evaluate', { function: String(run), arguments: given ?? [], world }),
    runSource: (source, { world = 'isolated' } = {}) => ask('page.runSource', { source, world }),
    runInFrames: (source) => ask('page.runInFrames', { source }),
    addScript: async (source, { now = false } = {}) => {
      const { identifier } = await ask<{ identifier: string }>('page.addScript', { source, now });
      return { remove: () => ask('page.removeScript', { identifier }) };
    },
    atEnd: (name, undo) =>
      undo.main
        ? ask('main.atEnd', { name, function: String(undo.main) })
        : ask('page.atEnd', { name, source: undo.page }),
    evaluateInMain: (run, ...given) => ask('main.evaluate', { function: String(run), arguments: given }),
    devtools: (method, params = {}, { frame } = {}) =>
      ask('devtools.send', { method, params, ...(frame !== undefined && { frame }) }),
    onDevtools: async (event, listener) => {
      const listening = asking.listen(`devtools ${event} ${facts.surfaceId ?? ''}`, facts.id, (value) => {
        const { params, frame } = value as { readonly params: never; readonly frame: string };
        listener(params, frame);
      });
      await ask('devtools.listen', { event });
      return async () => {
        if (listening.isLast()) await ask('devtools.unlisten', { event });
      };
    },
    find: (target) => ask<PluginElement>('elements.find', { ...target }),
    picture: async (options = {}) => {
      const { data, ...picture } = await ask<WirePicture>('pictures.take', { ...options });
      return { ...picture, data: Buffer.from(data, 'base64') };
    },
  };
};
