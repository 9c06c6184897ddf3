import { afterAll, beforeAll, describe } from 'vitest';
import { openApp, transports } from '../apps/open-app.ts';
import type { HostName, OpenApp } from '../apps/open-app.ts';
import { actingApp } from './acting-app.ts';
import { describeChoosing } from './describe-choosing.ts';
import { describeClicking } from './describe-clicking.ts';
import { describeLiving } from './describe-living.ts';
import { describePointing } from './describe-pointing.ts';
import { describeTyping } from './describe-typing.ts';

/** The actions, with the same expectations for every way to reach an app. */
export const describeActions = (host: HostName): void => {
  describe.skipIf(!transports.includes(host))(`actions in ${host}`, () => {
    let opened: OpenApp;
    beforeAll(async () => {
      opened = await openApp(host, '<!doctype html><title>Actions</title>');
    });
    afterAll(() => opened.close());

    const app = (): OpenApp => opened;
    const page = actingApp(app);
    describeClicking(page);
    describeTyping(page);
    describeChoosing(page);
    describePointing(page);
    describeLiving(host, app);
  });
};
