import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, renderProblem } from './configuration-problem.ts';
import { defaultConfiguration } from './configuration.ts';
import { parseConfiguration } from './parse-configuration.ts';
import type { ParseOptions } from './parse-configuration.ts';

const problemsOf = (text: string, options?: ParseOptions): readonly string[] => {
  const parsed = parseConfiguration(text, 'recourse.config.json', options);
  return parsed.ok ? [] : parsed.problems.map((problem) => renderProblem(problem).replace('recourse.config.json:', ''));
};

const range = 'expects an IP address or a CIDR range, such as 10.0.0.7 or 10.0.0.0/8';

describe('parseConfiguration', () => {
  it('fills in the defaults', () => {
    expect(parseConfiguration('{}', 'recourse.config.json')).toEqual({ ok: true, configuration: defaultConfiguration });
  });

  it('reads every key, in the engine’s units', () => {
    const text = JSON.stringify({
      $schema: 'https://example.org/schemas/recourse.config.schema.json',
      policy: {
        matrix: { dangerous: { validated: 'confirm' } },
        tools: { close_ticket: { decision: 'confirm', danger: 'destructive' } },
        consent: 'client',
        minimumTrust: { destructive: 'community_reviewed' },
        confirmationSeconds: 900,
        confirmationSecondsFor: { destructive: 60 },
      },
      approvals: { local: true },
      trust: { local: 'certified', principals: { ann: 'validated' } },
      http: { anonymous: 'loopback', trusted_proxies: ['10.0.0.7', 'fd00::/8'] },
      quotas: {
        '*': [{ metric: 'calls', window: 'hour', warn: 80, stop: 100 }],
        close_ticket: [{ metric: 'closed', count: 'effects', windowSeconds: 90, pause: 5, scope: 'writes' }],
      },
      adapters: {
        github: { trust: 'generated', danger: { delete_repo: 'forbidden' }, statuses: 'strict', allowPrivate: true },
      },
      limits: { depth: 16, requestBytes: 65_536 },
      timeouts: { defaultMs: 1000 },
      shutdown: { lameDuckMs: 10_000, boundMs: 30_000 },
      guards: { roots: { work: 'data', home: '/srv' }, hosts: ['api.example.org', '*.example.com'] },
      store: { kind: 'sqlite', file: 'state.db', synchronous: 'full', most: { events: 500 } },
      telemetry: { log: 'stderr', eventArguments: 'redacted', bufferedEvents: 100 },
    });
    expect(parseConfiguration(text, '/etc/app/recourse.config.json')).toEqual({
      ok: true,
      configuration: {
        policy: {
          matrix: { dangerous: { validated: 'confirm' } },
          tools: { close_ticket: { decision: 'confirm', danger: 'destructive' } },
          consent: 'client',
          confirmationMs: {
            safe: 900_000,
            reversible: 900_000,
            destructive: 60_000,
            dangerous: 900_000,
            forbidden: 300_000,
            quota: 600_000,
          },
          minimumTrust: { destructive: 'community_reviewed' },
        },
        approvals: { local: true },
        trust: { local: 'certified', principals: { ann: 'validated' } },
        http: { anonymous: 'loopback', trustedProxies: ['10.0.0.7', 'fd00::/8'] },
        quotas: {
          '*': [{ metric: 'calls', count: 'attempts', windowMs: 3_600_000, warn: 80, stop: 100 }],
          close_ticket: [{ metric: 'closed', count: 'effects', windowMs: 90_000, pause: 5, scope: 'writes' }],
        },
        adapters: {
          github: { trust: 'generated', danger: { delete_repo: 'forbidden' }, statuses: 'strict', allowPrivate: true },
        },
        limits: { ...defaultConfiguration.limits, depth: 16, requestBytes: 65_536 },
        timeouts: { defaultMs: 1000, maxMs: 600_000, abandonMs: 3_600_000 },
        shutdown: { lameDuckMs: 10_000, drainMs: 5000, boundMs: 30_000 },
        guards: { roots: { work: '/etc/app/data', home: '/srv' }, hosts: ['api.example.org', '*.example.com'] },
        store: { kind: 'sqlite', file: '/etc/app/state.db', synchronous: 'full', most: { events: 500 } },
        telemetry: { log: 'stderr', eventArguments: 'redacted', bufferedEvents: 100 },
      },
    });
  });

  it('names everything that is wrong at once, each with its place and the nearest name', () => {
    const text = `{
  "polici": {},
  "policy": { "consnt": "any", "tools": { "x": { "decision": "alow" } } },
  "limits": { "depth": 99, "arrayItems": 3, "request_bytes": 65536 },
  "timeouts": { "defaultMs": "1s" },
  "depth": 8,
  "zzz": 1
}`;
    expect(problemsOf(text)).toEqual([
      "2:3: /polici: unknown key 'polici'; did you mean 'policy'?",
      "3:15: /policy/consnt: unknown key 'consnt'; did you mean 'consent'?",
      "3:62: /policy/tools/x/decision: expects one of allow, confirm, deny, not 'alow'; did you mean 'allow'?",
      '4:24: /limits/depth: is too large; at most 64 is allowed',
      '4:42: /limits/arrayItems: is too small; at least 100 is needed',
      "4:45: /limits/request_bytes: unknown key 'request_bytes'; did you mean 'requestBytes'?",
      "5:30: /timeouts/defaultMs: expects a number, not '1s'",
      "6:3: /depth: unknown key 'depth'; it belongs under /limits",
      "7:3: /zzz: unknown key 'zzz'; known keys: $schema, policy, approvals, trust, http, oauth, quotas, adapters, limits, text, timeouts, shutdown, guards, store, telemetry",
    ]);
    const parsed = parseConfiguration(text, 'f');
    expect(parsed.ok ? [] : parsed.problems[1]).toMatchObject({ line: 3, column: 15, nearest: 'consent' });
  });

  it.each([
    ['{ // why\n "limits": {} }', ['1:3: comments are not allowed in JSON; remove it']],
    ['{ /* why */ }', ['1:3: comments are not allowed in JSON; remove it']],
    ['{ "limits": {}, }', ['1:15: a comma before a closing bracket is not allowed; remove it']],
    ['{ "guards": { "hosts": ["a.org",\n] } }', ['1:32: a comma before a closing bracket is not allowed; remove it']],
    [
      '{ "limit": {}, /* x */ }',
      [
        "1:3: /limit: unknown key 'limit'; did you mean 'limits'?",
        '1:14: a comma before a closing bracket is not allowed; remove it',
        '1:16: comments are not allowed in JSON; remove it',
      ],
    ],
    ['', ['1:1: the file is empty; write {} or remove the file to use the defaults']],
    ['{', ['1:2: a closing } is missing']],
    ['[]', ['1:1: expects an object, not a list']],
    ['{} {}', ['1:4: the file should end here']],
    ['{ "limits": {} "policy": {} }', ['1:16: a comma is expected here']],
    ["{ 'limits': {} }", expect.arrayContaining(['1:3: this is not a JSON value; strings need double quotes'])],
    ['{ "limits": {}, "limits": {} }', ['1:17: /limits: this key is duplicated']],
    ['{ "policy": { "tools": { "__proto__": {} } } }', ['1:26: /policy/tools/__proto__: this key is not allowed']],
  ])('refuses %j', (text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  it('holds the times of confirmations within their maxima, unless only a person can confirm', () => {
    const policyOf = (policy: object) => JSON.stringify({ policy });
    const times = { destructive: 901, forbidden: 301, quota: 601, dangerous: 900 };
    const most = (seconds: number) => `is too long: at most ${seconds}, unless policy.consent is 'person'`;
    const found = problemsOf(policyOf({ consent: 'client', confirmationSeconds: 901, confirmationSecondsFor: times }));
    expect(found.map((problem) => problem.replace(/^\S+ /u, ''))).toEqual([
      `/policy/confirmationSeconds: ${most(900)}`,
      `/policy/confirmationSecondsFor/destructive: ${most(900)}`,
      `/policy/confirmationSecondsFor/forbidden: ${most(300)}`,
      `/policy/confirmationSecondsFor/quota: ${most(600)}`,
    ]);
    const person = parseConfiguration(
      policyOf({ consent: 'person', confirmationSeconds: 86_400, confirmationSecondsFor: { quota: 700 } }),
      'f',
    );
    const day = 86_400_000;
    expect(person.ok && person.configuration.policy.confirmationMs).toEqual({
      safe: day,
      reversible: day,
      destructive: day,
      dangerous: day,
      forbidden: day,
      quota: 700_000,
    });
  });

  it('checks the rules between keys', () => {
    const quotas = {
      a: [
        { metric: 'm', stop: 5 },
        { metric: 'm', window: 'day', windowSeconds: 5, stop: 5 },
        { metric: 'm', window: 'day' },
        { metric: 'm', window: 'day', warn: 5, stop: 4 },
      ],
    };
    const text = JSON.stringify({ quotas, timeouts: { defaultMs: 700_000 }, limit: {} }, null, 1);
    expect(problemsOf(text).map((problem) => problem.replace(/^\d+:\d+: /, ''))).toEqual([
      "/quotas/a/0: needs 'window' or 'windowSeconds'",
      "/quotas/a/1: has both 'window' and 'windowSeconds'; remove one",
      "/quotas/a/2: has no effect; add 'warn', 'pause' or 'stop'",
      "/quotas/a/3: has thresholds out of order: 'warn', 'pause' and 'stop' must not decrease",
      '/timeouts/defaultMs: the default timeout (700000 ms) exceeds the maximum timeout (600000 ms)',
      "/limit: unknown key 'limit'; did you mean 'limits'?",
    ]);
    expect(problemsOf('{ "quotas": { "a": [{ "window": "day", "stop": 1 }] } }')).toEqual([
      '1:21: /quotas/a/0/metric: is missing; it expects a string',
    ]);
    expect(
      problemsOf(`{ "quotas": { "a": [{ "metric": "${'m'.repeat(65)}", "window": "day", "stop": 1 }] } }`),
    ).toEqual(['1:33: /quotas/a/0/metric: is too long; the maximum length is 64']);
  });

  it.each([
    ['"anonymous": "localhost"', ["/http/anonymous: expects one of loopback, none, not 'localhost'"]],
    ['"anonymous": true', ['/http/anonymous: expects one of loopback, none, not true']],
    ['"trustedProxies": []', ["/http/trustedProxies: unknown key 'trustedProxies'; did you mean 'trusted_proxies'?"]],
    ['"trusted_proxies": ["10.0.0.0/8", "proxy.example"]', [`/http/trusted_proxies/1: ${range}`]],
    ['"trusted_proxies": ["10.0.0.0/33"]', [`/http/trusted_proxies/0: ${range}`]],
    [
      '"trusted_proxies": ["::ffff:10.0.0.1", "1.2.3"]',
      [`/http/trusted_proxies/0: ${range}`, `/http/trusted_proxies/1: ${range}`],
    ],
  ])('refuses http settings: %s', (settings, expected) => {
    const found = problemsOf(`{ "http": { ${settings} } }`).map((problem) => problem.replace(/^\d+:\d+: /, ''));
    expect(found).toEqual(expected);
  });

  it('refuses rules for tools that do not exist, where the tools are known', () => {
    const text = '{ "policy": { "tools": { "close_tiket": {} } }, "quotas": { "*": [], "find": [] } }';
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(text, { tools: ['close_ticket', 'find_ticket'] })).toEqual([
      "1:26: /policy/tools/close_tiket: no tool or operation is called 'close_tiket'; did you mean 'close_ticket'?",
      "1:70: /quotas/find: no tool or operation is called 'find'; did you mean 'find_ticket'?",
    ]);
  });

  it('refuses secrets and never repeats them', () => {
    const secret = 'ghp_0123456789abcdefABCDEF0123456789abcd';
    const text = JSON.stringify({ policy: { consent: secret }, api_key: 'abc', $schema: `https://u:${secret}@x.org` });
    const problems = problemsOf(text);
    expect(problems).toEqual([
      '1:22: /policy/consent: this looks like a secret; files get shared, so put it in an environment variable',
      "1:66: /api_key: unknown key 'api_key'; secrets are not allowed in this file; put them in environment variables",
      '1:92: /$schema: this looks like a secret; files get shared, so put it in an environment variable',
    ]);
    expect(problems.join()).not.toContain(secret);
  });

  it.each([
    [{ kind: 'memory' }],
    [{ kind: 'sqlite' }],
    [{ kind: 'postgres', url: 'postgres://app@db.example.org:5432/state', schema: 'tickets', connections: 5 }],
  ])('reads the store %j', (store) => {
    expect(parseConfiguration(JSON.stringify({ store }), 'f')).toMatchObject({ configuration: { store } });
  });

  it.each([
    [{}, ['/store/kind: expects one of sqlite, postgres, memory']],
    [{ kind: 'sqlit' }, ["/store/kind: expects one of sqlite, postgres, memory, not 'sqlit'; did you mean 'sqlite'?"]],
    [{ kind: 'sqlite', file: '' }, ['/store/file: is too short; the minimum length is 1']],
    [{ kind: 'postgres', url: 'http://db' }, ['/store/url: expects a URL, such as postgres://db.example.org/recourse']],
    [
      { kind: 'postgres', schema: 'A b' },
      ['/store/schema: expects a name of lower-case letters, digits and underscores'],
    ],
    [
      { kind: 'sqlite', url: 'postgres://db/state', schema: 'x' },
      [
        '/store/url: is only for stores of kind postgres; this one is sqlite',
        '/store/schema: is only for stores of kind postgres; this one is sqlite',
      ],
    ],
    [{ kind: 'memory', file: 'x' }, ['/store/file: is only for stores of kind sqlite; this one is memory']],
    [
      { kind: 'sqlite', key: 'abc' },
      ["/store/key: unknown key 'key'; secrets are not allowed in this file; put this one in RECOURSE_KEY"],
    ],
    [
      { kind: 'postgres', password: 'abc' },
      [
        "/store/password: unknown key 'password'; secrets are not allowed in this file; put this one in RECOURSE_DATABASE_URL",
      ],
    ],
  ])('refuses the store %j', (store, expected) => {
    const problems = problemsOf(JSON.stringify({ store }));
    expect(problems.map((problem) => problem.replace(/^\d+:\d+: /, ''))).toEqual(expected);
  });

  it.each([
    'postgres://app:hunter2@db.example.org/state',
    'postgres://:hunter2@db.example.org/state',
    'postgres://db.example.org/state?password=hunter2',
    'postgres://app@hunter2@db.example.org/state',
    'postgres://ghp_0123456789abcdefABCDEF0123456789abcd@db.example.org/hunter2',
  ])('refuses the password in %s, says where it belongs and does not repeat it', (url) => {
    const problems = problemsOf(JSON.stringify({ store: { kind: 'postgres', url } }));
    expect(problems).toEqual([
      '1:35: /store/url: passwords are not allowed in this file; ' +
        'put the whole URL in the environment variable RECOURSE_DATABASE_URL',
    ]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('reads a file with a byte order mark and with any line ends', () => {
    expect(problemsOf('\uFEFF{\r\n  "limit": {}\r\n}')).toEqual([
      "2:3: /limit: unknown key 'limit'; did you mean 'limits'?",
    ]);
  });

  it('gives up on files that are too large or too deep', () => {
    expect(problemsOf(`{"a":"${'x'.repeat(1_100_000)}"}`)).toEqual(['1:1: the file is larger than 1 MiB']);
    expect(problemsOf('['.repeat(500_000))).toHaveLength(1);
  });

  it('never throws, and says where for every problem', () => {
    const words = fc.constantFrom('policy', 'tools', 'quotas', '*', 'limits', 'depth', 'matrix', 'safe', '__proto__');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom('allow', 'any', 'x')),
        fc.dictionary(fc.oneof(words, fc.string()), tie('tree')),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }));
    const texts = fc.oneof(
      fc.string(),
      tree.map((value) => `${JSON.stringify(value)},`),
      tree.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseConfiguration(text, 'f');
        expect(parsed.ok || parsed.problems.every(({ line, column }) => line >= 1 && column >= 1)).toBe(true);
      }),
    );
  });
});

it('tells all problems in one error', () => {
  const parsed = parseConfiguration('{ "limit": 1 }', 'recourse.config.json');
  const error = new ConfigurationError(parsed.ok ? [] : parsed.problems);
  expect(error.message).toBe(
    "The configuration cannot be used:\nrecourse.config.json:1:3: /limit: unknown key 'limit'; did you mean 'limits'?",
  );
});

describe('oauth', () => {
  const oauth = { issuer: 'https://login.example.org', resource: 'https://tools.example.org', scopes: { read: {} } };
  const messages = (changed: object): readonly string[] =>
    problemsOf(JSON.stringify({ oauth: { ...oauth, ...changed } })).map((line) => line.replace(/^[\d:]+ /u, ''));

  it('accepts addresses with TLS or on this machine, and the names of scopes', () => {
    expect(messages({})).toEqual([]);
    expect(messages({ issuer: 'http://127.0.0.1:8080/realms/a', resource: 'http://localhost:8788' })).toEqual([]);
    expect(messages({ issuer: 'http://login.example.org' })).toHaveLength(1);
    expect(messages({ issuer: 'https://user@login.example.org' })).toHaveLength(1);
    expect(messages({ resource: 'https://tools.example.org/mcp' })).toHaveLength(1);
    expect(messages({ scopes: { 'a b': {} } })).toHaveLength(1);
  });

  it('names the variable of a secret, never the secret', () => {
    expect(messages({ introspection: { client_id: 'tools', secret_variable: 'TOOLS_SECRET' } })).toEqual([]);
    expect(messages({ introspection: { client_id: 'tools', client_secret: 'x' } }).join()).toContain(
      'secrets are not allowed',
    );
  });
});
