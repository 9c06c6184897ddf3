import { recourse } from '@recourse/contract/dialects/recourse';
import { afterAll, describe, expect, it } from 'vitest';
import { inspector016, inspector212, sdk120, sdk132, sdk24Legacy, sdk24Modern } from '../src/clients/index.mjs';
import { outcomes } from '../src/outcomes.mjs';
import { stdioV2 } from '../src/servers/index.mjs';
import { expectOutcome } from './expect-outcome.mjs';

/** These show that the other tests can fail, and why the advertised schema has the form it has. */
const clients = {
  'that check error results': [sdk120, sdk132, inspector016, inspector212],
  'that do not': [sdk24Legacy, sdk24Modern],
};

/** @type {import('../src/clients/sdk-client.mjs').Connection[]} */
const open = [];
afterAll(() => Promise.all(open.map((connection) => connection.close())));

/** @param {import('../src/clients/sdk-client.mjs').ClientUnderTest} client @param {string} tool */
const callForFailure = async (client, tool) => {
  const connection = await client.connect(stdioV2);
  open.push(connection);
  return connection.callTool(tool, { outcome: 'failure' });
};

describe.each(clients['that check error results'])('$name', (client) => {
  it('loses a failure that an output schema of the success alone does not allow', async () => {
    await expect(callForFailure(client, 'control_success_only')).rejects.toThrow(/constant/);
  });

  it('loses a failure that fits both branches of oneOf', async () => {
    await expect(callForFailure(client, 'control_one_of')).rejects.toThrow(/exactly one schema/);
  });

  it('passes the same failure on where the branches stand under anyOf', async () => {
    expectOutcome(await callForFailure(client, 'control_any_of'), outcomes.failure, recourse);
  });
});

describe.each(clients['that do not'])('$name', (client) => {
  it.each(['control_success_only', 'control_one_of', 'control_any_of'])('passes the failure of %s on', async (tool) => {
    expectOutcome(await callForFailure(client, tool), outcomes.failure, recourse);
  });
});
