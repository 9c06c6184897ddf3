import { afterEach, describe, expect, it } from 'vitest';
import { openLab } from '../src/lab.mjs';
import { callOf } from '../src/servers.mjs';
import { filesystem } from '../src/servers/filesystem.mjs';
import { sqlite } from '../src/servers/sqlite.mjs';

/** The behaviour that the other tests rule out: a client that repeats a call because no answer came. */
const callTwice = async (client, call) => {
  try {
    return await client.callTool(call, { timeout: 400 });
  } catch {
    return client.callTool(call);
  }
};

describe('a client that repeats every call without an answer', () => {
  let lab;
  afterEach(() => lab.close());

  const repeat = async (server, tool) => {
    lab = await openLab(server);
    const client = await lab.connect();
    lab.tape.faults.push('swallow');
    const swallowed = lab.tape.nextSwallowed();
    await callTwice(client, callOf(server, { tool, arguments: server.well[tool] }, lab.world));
    await swallowed;
    return lab.snapshot();
  };

  it('is seen by the calls that reach the server, and by two rows where one was meant', async () => {
    expect((await repeat(sqlite, 'create_record')).visits).toHaveLength(2);
    expect(lab.tape.calls).toHaveLength(2);
  });

  it('is seen by a file that was edited twice', async () => {
    const files = await repeat(filesystem, 'edit_file');
    expect(Buffer.from(files['root/notes.txt'], 'base64').toString()).toContain('two and two and two');
  });
});
