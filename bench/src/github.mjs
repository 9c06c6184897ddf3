import { fileURLToPath } from 'node:url';
import { Octokit } from '@octokit/core';
import { sampleTokens } from '@recourse/forge';
import { openConnection } from './front-door/http-connection.mjs';
import { startServer } from './front-door/server-process.mjs';
import { median } from './statistics.mjs';

const script = fileURLToPath(new URL('github-server.mjs', import.meta.url));
/** Enough for the compilers of all three processes. */
const fullWarmUp = 1000;
const quickWarmUp = 30;
const fullRounds = 300;
const quickRounds = 20;
const repo = { owner: 'mira', repo: 'tidewater' };
const fullName = `${repo.owner}/${repo.repo}`;

/** The same question to GitHub's API: by a tool, and by the bare request that the tool is made of. */
const questions = [
  {
    tool: 'read_file',
    args: { repo: fullName, path: 'src/tides.js' },
    route: 'GET /repos/{owner}/{repo}/contents/{path}',
    parameters: { ...repo, path: 'src/tides.js' },
  },
  {
    tool: 'get_commits',
    args: { repo: fullName },
    route: 'GET /repos/{owner}/{repo}/commits',
    parameters: { ...repo, per_page: 30 },
  },
  {
    tool: 'list_pull_requests',
    args: { repo: fullName },
    route: 'GET /repos/{owner}/{repo}/pulls',
    parameters: { ...repo, per_page: 30 },
  },
  {
    tool: 'search',
    args: { query: 'tide' },
    route: 'GET /search/repositories',
    parameters: { q: 'tide', per_page: 30 },
  },
];

/** Measures the overhead of a GitHub server tool over the request that it makes. @type {(options: import('./report.mjs').Options) => Promise<import('./report.mjs').Report>} */
export const measureGitHub = async ({ quick }) => {
  const [warmUpRounds, rounds] = quick ? [quickWarmUp, quickRounds] : [fullWarmUp, fullRounds];
  const forge = await startServer([script, 'forge'], { transport: 'http' });
  const baseUrl = `http://127.0.0.1:${forge.port}`;
  const server = await startServer([script, 'server', baseUrl], { transport: 'http' });
  const hop = await startServer([script, 'hop', baseUrl], { transport: 'http' });
  try {
    const octokit = new Octokit({ baseUrl, auth: sampleTokens.mira });
    const { post, close } = await openCaller(server.port);
    const bareHop = await openCaller(hop.port);
    /** @type {(readonly [string, number, number, number, number, number])[]} */
    const rows = [];
    for (const { tool, args, route, parameters } of questions) {
      /** @type {number[]} */
      const [bare, passed, ours, ratios, hopRatios] = [[], [], [], [], []];
      for (let round = -warmUpRounds; round < rounds; round += 1) {
        const theirs = await timeOf(() => octokit.request(route, parameters));
        const through = await timeOf(() => bareHop.post({ route, parameters }));
        const own = await timeOf(() => post(callOf(tool, args), '"structuredContent"'));
        if (round < 0) continue;
        bare.push(theirs);
        passed.push(through);
        ours.push(own);
        ratios.push(own / theirs);
        hopRatios.push(through / theirs);
      }
      rows.push([tool, median(bare), median(passed), median(ours), median(hopRatios), median(ratios)]);
    }
    close();
    bareHop.close();
    return {
      tables: [
        {
          title: `milliseconds for one question to the forge, one at a time, in turn; median of ${rounds} rounds`,
          columns: [
            { name: 'tool' },
            { name: 'bare Octokit', digits: 2 },
            { name: 'bare hop', digits: 2 },
            { name: 'ours over HTTP', digits: 2 },
            { name: 'hop ×', digits: 2 },
            { name: 'ours ×', digits: 2 },
          ],
          rows,
        },
      ],
      targets: rows.map(([tool, , , , , ratio]) => ({
        what: `${tool} over HTTP vs. the bare request`,
        measured: ratio,
        limit: 1.3,
        unit: '×',
      })),
      notes: [
        'the forge is a process of its own, and so are the server and the bare hop, which only passes the request on',
      ],
    };
  } finally {
    await hop.stop();
    await server.stop();
    await forge.stop();
  }
};

/** @param {() => Promise<unknown>} work */
const timeOf = async (work) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/**
 * Calls over one kept-alive connection, as the other benchmarks do: what a client costs its own process is not the
 * server's. A failure ends the run.
 *
 * @param {number} port
 */
const openCaller = async (port) => {
  /** @type {(error: Error) => void} */
  let onError = () => undefined;
  const connection = await openConnection(port, (error) => onError(error));
  return {
    close: connection.close,
    post: (/** @type {object} */ message, /** @type {string} */ sign = '') =>
      new Promise((resolve, reject) => {
        onError = reject;
        const body = JSON.stringify(message);
        const head = `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json`;
        connection.send(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`, (status, answer) =>
          status === 200 && answer.includes(sign) ? resolve(answer) : reject(new Error(`failed: ${answer}`)),
        );
      }),
  };
};

/** @param {string} name @param {object} args */
const callOf = (name, args) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
