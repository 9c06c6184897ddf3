import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { GuardSettings, Verdict } from './guard.ts';
import { url } from './url.ts';
import type { SafeUrl } from './url.ts';

const publicAddress = '93.184.215.14';

const handleOf = async (verdict: Verdict | Promise<Verdict>): Promise<SafeUrl> => {
  const { ok, ...rest } = await verdict;
  expect(ok).toBe(true);
  return (rest as { readonly handle: SafeUrl }).handle;
};

/** Asks the handle's lookup as a socket does. */
const lookUp = (handle: SafeUrl, host: string, options: { readonly all?: boolean; readonly family?: number } = {}) =>
  new Promise<unknown>((resolve, reject) => {
    handle.lookup(host, options, (error, address) => (error ? reject(error) : resolve(address)));
  });

describe('the lookup of a checked URL', () => {
  const settings: GuardSettings = { lookup: async () => [publicAddress, '2606:4700::1111'] };

  it('answers as the resolver of a socket does', async () => {
    const handle = await handleOf(url('https://example.org/x', {}, settings));
    expect(await lookUp(handle, 'example.org')).toBe(publicAddress);
    expect(await lookUp(handle, 'example.org', { family: 6 })).toBe('2606:4700::1111');
    expect(await lookUp(handle, 'example.org', { all: true })).toEqual([
      { address: publicAddress, family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it('refuses an address that has become private since the check', async () => {
    const answers = [[publicAddress], ['127.0.0.1']];
    const handle = await handleOf(url('https://example.org/', {}, { lookup: async () => answers.shift() ?? [] }));
    await expect(lookUp(handle, 'example.org')).rejects.toMatchObject({ code: 'ERR_UNSAFE_ADDRESS' });
    await expect(lookUp(handle, 'example.org', { all: true })).rejects.toMatchObject({ code: 'ERR_UNSAFE_ADDRESS' });
  });

  it('refuses hosts that the field does not allow', async () => {
    const handle = await handleOf(url('https://example.org/', { hosts: ['example.org'] }, settings));
    await expect(lookUp(handle, 'evil.org')).rejects.toThrow('not allowed');
  });

  it('keeps a real request from connecting to this machine', async () => {
    const answers = [[publicAddress], ['127.0.0.1']];
    const options = { schemes: ['http'] };
    const handle = await handleOf(url('http://example.org:9/', options, { lookup: async () => answers.shift() ?? [] }));
    const failed = new Promise((resolve) => {
      request(handle.href, { lookup: handle.lookup }).on('error', resolve).end();
    });
    expect(await failed).toMatchObject({ code: 'ERR_UNSAFE_ADDRESS' });
  });
});

describe('a redirect', () => {
  const settings: GuardSettings = {
    lookup: async (host) => [host === 'inner.example.org' ? '10.0.0.1' : publicAddress],
  };

  it('is judged like the URL itself', async () => {
    const handle = await handleOf(url('https://example.org/a/b', {}, settings));
    expect((await handle.redirect('../c')).href).toBe('https://example.org/c');
    for (const location of [
      'http://example.org/',
      'https://127.0.0.1/',
      '//169.254.169.254/',
      'https://inner.example.org/',
    ]) {
      await expect(handle.redirect(location)).rejects.toMatchObject({ code: 'ERR_UNSAFE_ADDRESS' });
    }
  });
});

it('shows the hosts that the tool publishes, and none that only the operator names', async () => {
  const settings: GuardSettings = { hosts: ['internal-mirror.org'], lookup: async () => [publicAddress] };
  const published = await url('https://evil.org/', { hosts: ['example.org'] }, settings);
  expect(published).toMatchObject({ rule: 'host', more: { allowed_hosts: ['example.org'] } });
  const configured = await url('https://evil.org/', {}, settings);
  expect(configured).toMatchObject({ ok: false, rule: 'host' });
  expect(JSON.stringify(configured)).not.toContain('internal-mirror');
});
