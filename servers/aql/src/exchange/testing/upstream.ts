import { onTestFinished } from 'vitest';
import { startFaultServer } from '../../../test/fault-server.ts';
import type { FaultServer } from '../../../test/fault-server.ts';
import { json } from '../../../test/fault.ts';
import type { Answer } from '../../../test/fault.ts';

/** An API on loopback until the test ends, which answers everything in one way and keeps what arrived. */
export const startUpstream = async (answer: Answer = json(200, {})): Promise<FaultServer> => {
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  server.otherwise(answer);
  return server;
};
