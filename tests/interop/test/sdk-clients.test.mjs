import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import { outputSchemaFor } from '@recourse/contract/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk120, sdk124, sdk132, sdk24Legacy, sdk24Modern } from '../src/clients/index.mjs';
import { outcomes } from '../src/outcomes.mjs';
import { startHttpServer, stdioV1, stdioV2 } from '../src/servers/index.mjs';
import { successSchema } from '../src/tools.mjs';
import { expectOutcome } from './expect-outcome.mjs';

const http = await startHttpServer();
afterAll(http.close);

/** A client of one era cannot speak to a server of the other; every other pair is here. */
const pairs = [
  { client: sdk120, server: 'SDK 1.32 over stdio', endpoint: stdioV1 },
  { client: sdk120, server: 'SDK 2.4 over stdio', endpoint: stdioV2 },
  { client: sdk120, server: 'SDK 2.4 over HTTP', endpoint: http },
  { client: sdk124, server: 'SDK 1.32 over stdio', endpoint: stdioV1 },
  { client: sdk124, server: 'SDK 2.4 over stdio', endpoint: stdioV2 },
  { client: sdk124, server: 'SDK 2.4 over HTTP', endpoint: http },
  { client: sdk132, server: 'SDK 1.32 over stdio', endpoint: stdioV1 },
  { client: sdk132, server: 'SDK 2.4 over stdio', endpoint: stdioV2 },
  { client: sdk132, server: 'SDK 2.4 over HTTP', endpoint: http },
  { client: sdk24Legacy, server: 'SDK 1.32 over stdio', endpoint: stdioV1 },
  { client: sdk24Legacy, server: 'SDK 2.4 over stdio', endpoint: stdioV2 },
  { client: sdk24Legacy, server: 'SDK 2.4 over HTTP', endpoint: http },
  { client: sdk24Modern, server: 'SDK 2.4 over stdio', endpoint: stdioV2 },
  { client: sdk24Modern, server: 'SDK 2.4 over HTTP', endpoint: http },
];

describe.each(pairs)('$client.name from a server on $server', ({ client, endpoint }) => {
  /** @type {import('../src/clients/sdk-client.mjs').Connection} */
  let connection;
  beforeAll(async () => {
    connection = await client.connect(endpoint);
  });
  afterAll(() => connection?.close());

  describe.each(dialectNames)('in %s', (dialectName) => {
    it('reads the output schema as it was advertised', async () => {
      const dialect = await loadDialect(dialectName);
      const tools = await connection.listTools();
      const schemaOf = (/** @type {string} */ name) => tools.find((tool) => tool.name === name).outputSchema;
      expect(schemaOf(`with_schema_${dialectName}`)).toMatchObject(outputSchemaFor(successSchema, dialect));
      expect(schemaOf(`without_schema_${dialectName}`)).toBeUndefined();
    });

    describe.each(['with_schema', 'without_schema'])('%s', (kind) => {
      it.each(Object.entries(outcomes))('receives %s intact', async (name, outcome) => {
        const dialect = await loadDialect(dialectName);
        expect(dialect.name).toBe(dialectName);
        const result = await connection.callTool(`${kind}_${dialectName}`, { outcome: name });
        expectOutcome(result, outcome, dialect);
      });
    });
  });
});
