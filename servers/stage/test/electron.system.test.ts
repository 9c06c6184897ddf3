import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { LinkedStage } from '../src/testing/linked-stage.ts';

const apps = path.join(import.meta.dirname, 'apps');

describe.skipIf(lacksElectron)('a development launch of Electron', () => {
  let place: ElectronPlace;
  let stage: LinkedStage;

  beforeAll(async () => {
    place = await openElectronPlace();
  });
  afterAll(() => place.close());
  afterEach(() => stage.close());

  it('shows the window of the app over MCP', async () => {
    stage = await linkStage(place.environment, apps);
    const launched = await stage.call('electron_launch', { main: path.join(apps, 'hello') });
    expect(launched).toMatchObject({ ok: true, transport: 'electron', windows: [{ kind: 'window' }] });
    const { snapshot: text } = await stage.call<{ snapshot: string }>('electron_snapshot');
    expect(text).toContain('heading "Hello" level 1');
    expect(text).toContain('textbox "Name" = "Ada"');
    expect(text).toContain('button "Greet"');
    expect(await stage.call('electron_stop')).toMatchObject({ stopped: true, escalated: false });
  });
});
