import { StageRefusedError } from '@recourse/stage-plugin';
import type { PluginSession } from '@recourse/stage-plugin';
import { describe, expect, it } from 'vitest';
import { capture } from './capture.ts';

const args = { fullPage: false, masks: [], animations: 'disabled', caret: 'hide', settleMs: 0 } as const;

const sessionWith = (session: Partial<PluginSession>): PluginSession =>
  ({ id: 'session-1', surfaceId: 's1', evaluate: () => Promise.resolve({}), ...session }) as PluginSession;

const refusing = (code: string): PluginSession =>
  sessionWith({ picture: () => Promise.reject(new StageRefusedError(code, 'the reason', 1)) });

describe('a capture', () => {
  it.each([
    ['BAD_ARGUMENT', 'visual.CAPTURE_FAILED'],
    ['CDP_TIMEOUT', 'visual.CAPTURE_FAILED'],
    ['SURFACE_UNSUPPORTED', 'visual.SURFACE_UNSUPPORTED'],
  ])('that the stage refuses with %s is %s', async (refusal, code) => {
    await expect(capture(refusing(refusal), { ...args, masks: [] }, '')).rejects.toMatchObject({
      failure: { code, details: { reason: 'the reason' } },
    });
  });

  it('leaves other refusals to the stage', async () => {
    await expect(capture(refusing('SELECTOR_NO_MATCH'), { ...args, masks: [] }, '')).rejects.toMatchObject({
      code: 'SELECTOR_NO_MATCH',
    });
  });

  it('of an app without a window is visual.UNSUPPORTED', async () => {
    const session = sessionWith({ surfaceId: undefined });
    await expect(capture(session, { ...args, masks: [] }, '')).rejects.toMatchObject({
      failure: { code: 'visual.UNSUPPORTED' },
    });
  });

  it('restores the page when the screenshot fails', async () => {
    const ran: string[] = [];
    const session = sessionWith({
      evaluate: (run) => {
        ran.push(run.name);
        return Promise.resolve({} as never);
      },
      picture: () => Promise.reject(new StageRefusedError('CDP_TIMEOUT', '', 1)),
    });
    await expect(capture(session, { ...args, masks: [] }, '')).rejects.toThrow('The screenshot was not taken');
    expect(ran.slice(-2)).toEqual(['holdStill', 'letGo']);
  });
});
