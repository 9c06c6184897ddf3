import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lacksElectron, openElectronPlace } from '../../../../servers/stage/src/testing/electron-place.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';

const chromium = process.env['RECOURSE_CHROMIUM'] ?? '/usr/bin/chromium';
const lacksBrowser = !existsSync(chromium) && process.env['CI'] !== 'true';
const environment = {
  PATH: process.env['PATH'],
  STAGE_CHROMIUM: chromium,
  STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage',
};

describe('recourse stage demo', () => {
  it.skipIf(lacksBrowser)('shows a session with a page in Chromium', async () => {
    const { exit, out, err } = await runWithFakeIo(['stage', 'demo'], { environment });
    expect(err).toBe('');
    expect(out).toContain('heading "Tasks" level 1');
    expect(out).toContain('textbox "Password" = "[secret]"');
    expect(out).not.toContain('correct horse');
    expect(out).toMatch(/^ {2}\+ .*Book a flight/mu);
    expect(out).toMatch(/REF_NOT_FOUND \(404\): Ref \d+ not found \(reason: removed\)/u);
    expect(out).toContain('Next: electron_snapshot {}');
    expect(out).toContain('masked areas: 1');
    expect(out).toContain('The app has ended.');
    expect(exit).toBe(0);
  });

  it.skipIf(lacksElectron)('shows the same with an Electron app', async () => {
    const place = await openElectronPlace();
    try {
      const { exit, out } = await runWithFakeIo(['stage', 'demo', '--electron'], { environment: place.environment });
      expect(out).toContain('heading "Tasks" level 1');
      expect(out).toContain('masked areas: 1');
      expect(exit).toBe(0);
    } finally {
      await place.close();
    }
  });

  it('says what is missing if there is no browser', async () => {
    const { exit, out } = await runWithFakeIo(['stage', 'demo'], { environment: { PATH: '/nowhere' } });
    expect(out).toContain('LAUNCH_FAILED');
    expect(out).toContain("Run 'recourse doctor' to see what is missing.");
    expect(exit).toBe(1);
  });

  it('stops when it is interrupted', async () => {
    const stop = new AbortController();
    stop.abort();
    const { exit, err } = await runWithFakeIo(['stage', 'demo'], { environment, signal: stop.signal });
    expect(err).toContain('leaves nothing behind');
    expect(exit).toBe(130);
  });
});
