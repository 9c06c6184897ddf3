/**
 * A launch server with a run that has made a picture, which no step of a launch does. It serves stdio, or HTTP if its
 * argument says so; its URL is then the first line of stderr. The second line of stderr is the id of the run.
 */
import { createRuns, binary, definePipeline, step } from '@recourse/runs';
import { serveHttp, serveStdio } from '@recourse/server';
import { openStores } from '@recourse/stores';
import path from 'node:path';
import { z } from 'zod';
import { createLaunchServer } from '../../dist/server.js';

const picture = Buffer.from('89504e470d0a1a0a0000', 'hex');
const pipeline = definePipeline({
  name: 'launch',
  config: z.strictObject({}),
  artifacts: { 'logo.png': binary('image/png') },
  steps: [step('draw', { enters: 'DRAFTING', makes: ['logo.png'] }, () => ({ 'logo.png': picture }))],
});
const stores = await openStores({ kind: 'sqlite', file: path.resolve('picture.db') }, {});
const runs = createRuns({ stores, pipelines: [pipeline] });
await runs.work();
const { run_id } = await runs.start('launch', {});
await runs.wait(run_id);
const launch = await createLaunchServer({ runs, pipeline: 'launch', server: { stores } });
const serving =
  process.argv[2] === 'http' ? await serveHttp(launch.server, { port: 0 }) : await serveStdio(launch.server);
console.error(`${serving.url ?? ''}\n${run_id}`);
await serving.closed;
await launch.close();
await runs.close();
await stores.close();
