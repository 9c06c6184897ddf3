import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import { afterAll, it } from 'vitest';
import { inspector016, inspector212 } from '../src/clients/index.mjs';
import { outcomes } from '../src/outcomes.mjs';
import { startHttpServer, stdioV2 } from '../src/servers/index.mjs';
import { expectOutcome } from './expect-outcome.mjs';

const http = await startHttpServer();
afterAll(http.close);

/** Every call costs two or three processes; so over HTTP one dialect has to stand for all. */
const places = [
  { server: 'stdio', endpoint: stdioV2, dialects: dialectNames },
  { server: 'HTTP', endpoint: http, dialects: /** @type {const} */ (['recourse']) },
];
const kinds = ['with_schema', 'without_schema'];
const names = /** @type {const} */ (['success_with_warning', 'failure']);

const cases = [inspector016, inspector212].flatMap((client) =>
  places.flatMap(({ server, endpoint, dialects }) =>
    dialects.flatMap((dialect) =>
      kinds.flatMap((kind) =>
        names.map((outcome) => ({ client, server, endpoint, dialect, tool: `${kind}_${dialect}`, outcome })),
      ),
    ),
  ),
);

it.concurrent.each(cases)(
  '$client.name over $server prints $outcome of $tool intact',
  async ({ client, endpoint, dialect, tool, outcome }) => {
    const connection = await client.connect(endpoint);
    const result = await connection.callTool(tool, { outcome });
    expectOutcome(result, outcomes[outcome], await loadDialect(dialect));
  },
);
