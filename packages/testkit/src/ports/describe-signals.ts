import { longestSignal } from '@recourse/engine/sharing';
import type { Signals } from '@recourse/engine/sharing';
import { describe, expect, it } from 'vitest';
import { opener } from './opened.ts';
import type { Open } from './opened.ts';

/** A second opening of the same store, as another process has it; the port itself where there is only one process. */
export interface SignalPair {
  readonly other: Signals;
}

/** Keeps what arrives, and waits for it. */
const hear = async (signals: Signals, topic: string) => {
  const heard: (string | null)[] = [];
  let wake: () => void = () => undefined;
  const take = (text: string | null): void => {
    heard.push(text);
    wake();
  };
  const end = await signals.listen(topic, { onSignal: take, onMissed: () => take(null) });
  return {
    heard,
    end,
    until: async (count: number): Promise<readonly (string | null)[]> => {
      while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return heard;
    },
  };
};

/** Tests an adapter of signals. Call it in a test file, once for each adapter. */
export const describeSignals = (name: string, open: Open<Signals, SignalPair>): void => {
  describe(`signals: ${name}`, () => {
    const start = opener(open);

    it('reach every process in the order in which they were sent', async () => {
      const { port, other } = await start();
      const [here, there] = [await hear(port, 'news'), await hear(other, 'news')];
      const sent = Array.from({ length: 20 }, (_, index) => `signal ${index}`);
      for (const text of sent) await port.send('news', text);
      expect(await here.until(20)).toEqual(sent);
      expect(await there.until(20)).toEqual(sent);
    });

    it('reach only the listeners of their topic, until those stop listening', async () => {
      const { port, other } = await start();
      const [news, weather, last] = [
        await hear(other, 'news'),
        await hear(other, 'weather'),
        await hear(other, 'last'),
      ];
      await port.send('news', 'one');
      await news.until(1);
      news.end();
      await port.send('news', 'two');
      await port.send('weather', 'rain');
      await port.send('last', 'end');
      await last.until(1);
      expect([news.heard, weather.heard]).toEqual([['one'], ['rain']]);
    });

    it('carry any text up to the size limit, and are reported as missed if they are longer', async () => {
      const { port, other } = await start();
      const there = await hear(other, `a 'topic' "${'x'.repeat(100)}"`);
      const texts = [
        '',
        'it\'s \\ "quoted" \u0000 \u{1F600}\n',
        'x'.repeat(longestSignal),
        'ä'.repeat(longestSignal / 2),
      ];
      for (const text of [...texts, 'x'.repeat(longestSignal + 1), 'ä'.repeat(longestSignal)]) {
        await port.send(`a 'topic' "${'x'.repeat(100)}"`, text);
      }
      expect(await there.until(6)).toEqual([...texts, null, null]);
    });

    it('reach every listener even if another one throws', async () => {
      const { port, other } = await start();
      const fail = (): void => {
        throw new Error('a listener');
      };
      await other.listen('news', { onSignal: fail, onMissed: fail });
      const there = await hear(other, 'news');
      await port.send('news', 'one');
      expect(await there.until(1)).toEqual(['one']);
    });
  });
};
