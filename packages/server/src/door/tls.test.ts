import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstCertificate, secondCertificate } from '../testing/certificates.ts';
import type { TestCertificate } from '../testing/certificates.ts';
import { createTickets } from '../testing/tickets.ts';
import { serveHttp } from './serve-http.ts';
import type { HttpServing } from './serve-http.ts';

let folder: string;
const opened: HttpServing[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'recourse-tls-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close({ now: true })));
  rmSync(folder, { recursive: true });
});

const files = () => ({ cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') });
const write = ({ cert, key }: TestCertificate): void => {
  writeFileSync(files().cert, cert);
  writeFileSync(files().key, key);
};

const open = async (limits = {}) => {
  write(firstCertificate);
  const errors: string[] = [];
  const serving = await serveHttp(createTickets().server, {
    port: 0,
    tls: files(),
    limits,
    onError: ({ message }) => errors.push(message),
  });
  opened.push(serving);
  return { ...serving, errors };
};

/** Asks for the state of the server. Shows the name in its certificate and the connection's port here. */
const ask = (port: number, agent: Agent): Promise<{ status: number; name: unknown; from: number | undefined }> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, host: 'localhost', path: '/healthz', agent }, (response) => {
      const socket = response.socket as TLSSocket;
      const { subject } = socket.getPeerCertificate();
      response.resume().on('end', () => {
        resolve({ status: response.statusCode ?? 0, name: subject.CN, from: socket.localPort });
      });
    });
    sent.on('error', reject).end();
  });

const trusting = (keepAlive = false) =>
  new Agent({ keepAlive, maxSockets: 1, ca: [firstCertificate.cert, secondCertificate.cert] });

describe('HTTPS', () => {
  it('serves with the certificate, to clients that trust it', async () => {
    const { url, port } = await open();
    expect(url).toMatch(/^https:/u);
    expect(await ask(port, trusting())).toMatchObject({ status: 200, name: 'first.test' });
    await expect(ask(port, new Agent())).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('uses changed files for new connections and keeps the open ones', async () => {
    const { port } = await open();
    const kept = trusting(true);
    const before = await ask(port, kept);
    write(secondCertificate);
    await vi.waitFor(async () => expect((await ask(port, trusting())).name).toBe('second.test'), { timeout: 20_000 });
    expect(await ask(port, kept)).toEqual(before);
    kept.destroy();
  });

  it('keeps the current pair while the new files do not match, and reports that without their contents', async () => {
    const { port, errors } = await open();
    writeFileSync(files().key, secondCertificate.key);
    await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 20_000 });
    expect(errors[0]).toContain('The previous certificate and key are still in use');
    expect(errors[0]).not.toContain('PRIVATE');
    expect(await ask(port, trusting())).toMatchObject({ status: 200, name: 'first.test' });
    writeFileSync(files().cert, secondCertificate.cert);
    await vi.waitFor(async () => expect((await ask(port, trusting())).name).toBe('second.test'), { timeout: 20_000 });
  });

  it('refuses to start with files that cannot be used', async () => {
    write({ cert: firstCertificate.cert, key: secondCertificate.key });
    await expect(serveHttp(createTickets().server, { port: 0, tls: files() })).rejects.toThrow(TypeError);
    const tls = { cert: path.join(folder, 'none.pem'), key: files().key };
    await expect(serveHttp(createTickets().server, { port: 0, tls })).rejects.toThrow(/none\.pem.*ENOENT/u);
  });

  it('ends a connection that speaks no TLS, and serves the next', async () => {
    const { port } = await open();
    await new Promise<void>((resolve) => {
      const socket = connectPlain(port, '127.0.0.1', () =>
        socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'),
      );
      socket.on('error', () => undefined).on('close', () => resolve());
      socket.resume();
    });
    expect(await ask(port, trusting())).toMatchObject({ status: 200 });
  });

  it('drops connections beyond the limit', async () => {
    const { port } = await open({ connections: 1 });
    const kept = trusting(true);
    await ask(port, kept);
    await expect(ask(port, trusting())).rejects.toThrow();
    expect(await ask(port, kept)).toMatchObject({ status: 200 });
    kept.destroy();
  });
});
