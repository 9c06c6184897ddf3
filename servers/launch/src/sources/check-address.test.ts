import { RunError } from '@recourse/runs';
import { describe, expect, it } from 'vitest';
import { checkAddress } from './check-address.ts';

const allowed = ['https://github.com/acme/', 'http://127.0.0.1:8080'];

const refusal = (url: string): unknown => {
  try {
    checkAddress(url, allowed);
    return undefined;
  } catch (error) {
    return error instanceof RunError ? error.failure : error;
  }
};

describe('checkAddress', () => {
  it.each(['https://github.com/acme/widgets', 'https://github.com/acme/widgets.git', 'http://127.0.0.1:8080/ada/lab'])(
    'accepts %s',
    (url) => expect(checkAddress(url, allowed).href).toBe(url),
  );

  it.each([
    'https://github.com/acme',
    'https://github.com/acme/',
    'https://github.com/acme-evil/widgets',
    'https://github.com/acme/../evil/widgets',
    'https://github.com/acme/%2e%2e/evil/widgets',
    'https://github.com/acme/..%2fevil/widgets',
    'https://github.com/acme\\..\\..\\evil',
    'https://github.com.evil.example/acme/widgets',
    'https://github.com:8443/acme/widgets',
    'http://github.com/acme/widgets',
    'http://127.0.0.1:9090/ada/lab',
    'file:///etc/passwd',
    'ext::sh -c touch% /tmp/x',
    'git@github.com:acme/widgets',
    '--upload-pack=touch /tmp/x',
    'https://github.com/acme/widgets?x=1',
  ])('refuses %s with REPO_NOT_ALLOWED', (url) => {
    expect(refusal(url)).toMatchObject({ code: 'REPO_NOT_ALLOWED', retryable: false });
  });

  it('keeps credentials out of its failure', () => {
    const failure = refusal('https://ada:s3cret@github.com/acme/widgets');
    expect(failure).toMatchObject({ code: 'REPO_NOT_ALLOWED' });
    expect(JSON.stringify(failure)).not.toContain('s3cret');
  });
});
