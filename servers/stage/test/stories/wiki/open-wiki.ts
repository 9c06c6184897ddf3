import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Json } from '@recourse/contract';
import type { CdpSession } from '../../../src/cdp/connection.ts';
import { linkStage } from '../../../src/testing/linked-stage.ts';
import { openOutsideDebugger } from '../../../src/testing/outside-debugger.ts';
import type { Facts } from '../ledger.ts';
import type { StoryHost } from '../story-host.ts';
import { readFacts, restoreTiddlers, saveTiddlers } from './in-the-wiki.ts';

/** TiddlyWiki as its users start it. `npm test` installs it. */
const program = path.resolve(import.meta.dirname, '../../../../../tests/stage/node_modules/tiddlywiki/tiddlywiki.js');
const notes = path.resolve(import.meta.dirname, '../../apps/wiki');

/** A wiki in Chromium, served by TiddlyWiki's own server. The store of the wiki in the page is the oracle. */
export const openWiki = async (): Promise<StoryHost> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stage-wiki-'));
  await cp(notes, path.join(folder, 'wiki'), { recursive: true });
  const { server, url } = await serveWiki(path.join(folder, 'wiki'));
  const stage = await linkStage(environmentOf(), folder);
  const { tools } = await stage.client.listTools();
  const opened = await stage.call('electron_open_page', { url, timeoutMs: 60_000 });
  if (!opened.ok) throw new Error(`The wiki did not open: ${JSON.stringify(opened)}`);
  const outside = await openOutsideDebugger(Number(opened['pid']));
  const page = await outside.page(url);
  const { targetInfo: own } = await page.send('Target.getTargetInfo');
  const first = await evaluate<Json>(page, saveTiddlers);
  return {
    tools,
    call: (tool, args) => stage.call(tool, args),
    facts: () => evaluate<Facts>(page, readFacts),
    folder,
    page,
    startOver: async () => {
      const { targetInfos } = await outside.browser.send('Target.getTargets');
      const others = targetInfos.filter(({ type, targetId }) => type === 'page' && targetId !== own.targetId);
      for (const { targetId } of others) await outside.browser.send('Target.closeTarget', { targetId });
      await evaluate(page, `(${restoreTiddlers})(${JSON.stringify(first)})`);
      await stage.call('electron_switch_window', {});
    },
    close: async () => {
      outside.close();
      await stage.close();
      server.kill();
      await once(server, 'exit');
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

const environmentOf = (): Readonly<Record<string, string>> => ({
  ...(process.env as Record<string, string>),
  STAGE_CHROMIUM: process.env['RECOURSE_CHROMIUM'] ?? '/usr/bin/chromium',
  STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage --window-size=1280,900',
});

const serveWiki = async (folder: string): Promise<{ readonly server: ChildProcess; readonly url: string }> => {
  // By default the page contains the whole program, and each look at the page reads 2 MB of it.
  const args = [program, folder, '--listen', 'host=127.0.0.1', 'port=0', 'root-tiddler=$:/core/save/all-external-js'];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      output += String(chunk);
      const found = /Serving on (?<url>http:\S+)/u.exec(output)?.groups?.['url'];
      if (found !== undefined) resolve(found);
    });
    server.once('exit', () => reject(new Error(`TiddlyWiki did not start: ${output}`)));
  });
  return { server, url };
};

const evaluate = async <Value>(page: CdpSession, expression: string): Promise<Value> => {
  const asked = { expression, returnByValue: true, awaitPromise: true };
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', asked);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as Value;
};
