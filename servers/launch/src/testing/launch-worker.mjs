/**
 * A worker process of the launch pipeline that dies at a given point. Points are counted before and after each write
 * to the store, each write to the forge and each request to a language model. Its input is one JSON argument; it tells its parent what happens.
 */
import { createGitHub } from '@recourse/github';
import { createEmbeddedExecutor, createRuns, runStoreOf } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import { createModelClient } from '../../dist/model/client/create-model-client.js';
import { createSendChat } from '../../dist/model/client/send-chat.js';
import { createLaunchPipeline } from '../../dist/pipeline.js';
import { createGitHubPublisher } from '../../dist/publishing/create-github-publisher.js';
import { createRepositories } from '../../dist/sources/create-repositories.js';

const { settings, dbosUrl, folder, forge, token, config, at } = JSON.parse(process.argv[2]);

let points = 0;
const modelPoints = [];
const point = (name) => {
  points += 1;
  if (name.endsWith('model request')) modelPoints.push(points);
  if (points !== at) return;
  process.send({ point: name });
  process.kill(process.pid, 'SIGKILL');
};

const between = (name, run) =>
  async function (...given) {
    point(`before ${name}`);
    const result = await Reflect.apply(run, this, given);
    point(`after ${name}`);
    return result;
  };

const wrap = (object, names) => ({
  ...object,
  ...Object.fromEntries(names.map((name) => [name, between(name, object[name])])),
});

const opened = await openStores(settings, {});
const store = wrap(runStoreOf(opened), ['create', 'append']);
const stores = { ...opened, runs: store, admissions: wrap(opened.admissions, ['admit', 'end']) };
const github = createGitHub({ baseUrl: forge, token });
// Each request that writes is a point of its own: a commit is several of them.
const request = between('request', github.request);
const written = {
  ...github,
  request: (asked) => (asked.route.startsWith('GET ') ? github.request(asked) : request(asked)),
};
const publisher = createGitHubPublisher(written, { settlesWithinMs: 0 });
const repositories = createRepositories({ folder: `${folder}/repositories`, allowed: [`${forge}/`] });
const pipeline = createLaunchPipeline({
  folder: `${folder}/work`,
  repositories,
  publisher,
  programs: {},
  reachesOut: false,
  model: createModelClient({
    access: { endpoints: [], loopback: true },
    send: between('model request', createSendChat()),
  }),
});
const createExecutor = async () => {
  const options = { store, pollMs: 20 };
  if (dbosUrl === undefined) return createEmbeddedExecutor(options);
  const { createDbosExecutor } = await import('@recourse/runs/dbos');
  return createDbosExecutor({ ...options, url: dbosUrl });
};
const executor = await createExecutor();
const runs = createRuns({ stores, executor, pipelines: [pipeline], pollMs: 10, retryPauseMs: 1 });
const { run_id } = await runs.start('launch', config, { key: 'one' });
await runs.work();
await runs.wait(run_id);
await runs.request(run_id, 'publish');
const { state } = await runs.wait(run_id);
process.send({ state, points, modelPoints });
await runs.close();
await opened.close();
process.disconnect();
