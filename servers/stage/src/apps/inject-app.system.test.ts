import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { injectApp } from './inject-app.ts';

/** Users without rights, who need not exist. */
const [owner, other] = [65_533, 65_534];
const isRoot = process.geteuid?.() === 0;

it('a process of another user is refused before anything else is asked of it', async () => {
  const child = isRoot ? spawn('sleep', ['60'], { uid: owner, stdio: 'ignore' }) : undefined;
  if (child) await once(child, 'spawn');
  // The first process of a machine belongs to root.
  const options = { pid: child?.pid ?? 1, owner: 'test', timeoutMs: 1000, hasOpened: false };
  try {
    if (isRoot) process.seteuid?.(other);
    // The process is looked at before the call waits for anything.
    const injecting = injectApp(options);
    if (isRoot) process.seteuid?.(0);
    await expect(injecting).rejects.toMatchObject({ message: 'it belongs to another user', isTemporary: false });
  } finally {
    child?.kill('SIGKILL');
  }
});
