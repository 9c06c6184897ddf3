import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { lacksElectron } from '../src/testing/electron-place.ts';
import { describeConnections } from './pairs/describe-connections.ts';
import { describeElectron } from './pairs/describe-electron.ts';
import { describeElements } from './pairs/describe-elements.ts';
import { describeStarts } from './pairs/describe-starts.ts';
import { declaredPairs } from './pairs/pair-record.ts';
import { openPairStage } from './pairs/pair-stage.ts';
import type { PairStage } from './pairs/pair-stage.ts';
import { unseenPairs } from './pairs/unseen-pairs.ts';

/** Each part continues where the one before has ended: from no session to many, and to a page that hangs. */
describe.skipIf(lacksBrowser || lacksElectron)('every tool that lists', () => {
  let opened: PairStage;
  beforeAll(async () => {
    opened = await openPairStage();
  });
  afterAll(() => opened.close());
  const open = (): PairStage => opened;

  describeStarts(open);
  describeElements(open);
  describeConnections(open);
  describeElectron(open);

  it('a code has been seen with it, except for few pairs that have a reason, and none has been seen with another', () => {
    const { pairs, tools } = open();
    expect(pairs.missing(tools)).toEqual(Object.keys(unseenPairs));
    expect(Object.keys(unseenPairs).length).toBeLessThanOrEqual(declaredPairs(tools).length / 10);
    expect(pairs.undeclared(tools)).toEqual([]);
  });
});
