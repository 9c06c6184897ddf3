import { optionalKey } from '@recourse/contract/optional-key';
import { z } from 'zod';
import { dangerLevels, trustLevels } from '../levels.ts';
import { defaultLimits, defaultShutdown, defaultTelemetry, defaultTimeouts } from '../settings/settings.ts';
import { bounded } from './bounded.ts';
import { oauthSchema } from './oauth-schema.ts';
import { storeSchema } from './store-schema.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const trust = z.enum(trustLevels);
const decision = z.enum(['allow', 'confirm', 'deny']);

const matrixRow = optionalKey(
  z.strictObject({
    untested: optionalKey(decision).describe('For callers or adapters that have not been tested.'),
    generated: optionalKey(decision).describe('For generated adapters.'),
    validated: optionalKey(decision).describe('For the local user, and for adapters that were validated.'),
    community_reviewed: optionalKey(decision).describe('For adapters that others have reviewed.'),
    certified: optionalKey(decision).describe('For tools compiled into the server, called with a trusted key.'),
  }),
);

const leastTrust = (what: string) => optionalKey(trust).describe(`The minimum trust level for ${what}.`);

const confirmation = (what: string, most: number) =>
  optionalKey(z.int().min(10).max(86_400)).describe(`${what} At most ${most}, or 86400 if policy.consent is person.`);

const policy = z.strictObject({
  matrix: optionalKey(
    z.strictObject({
      safe: matrixRow.describe('Read-only operations.'),
      reversible: matrixRow.describe('Operations that can be undone.'),
      destructive: matrixRow.describe('Operations that cannot be undone.'),
      dangerous: matrixRow.describe('Operations that can affect more than the given resources.'),
      forbidden: matrixRow.describe('Operations that should not run without a very good reason.'),
    }),
  ).describe('The decision about a call, by danger and trust. Missing entries use the built-in rule.'),
  tools: optionalKey(
    z.record(
      z.string(),
      z.strictObject({
        decision: optionalKey(decision).describe('Overrides the matrix for this tool.'),
        danger: optionalKey(z.enum(dangerLevels)).describe(
          'The danger level of the tool. It can raise the level set in the tool, but not lower it.',
        ),
      }),
    ),
  ).describe('Rules for individual tools or operations, by name.'),
  minimumTrust: optionalKey(
    z.strictObject({
      safe: leastTrust('read-only operations'),
      reversible: leastTrust('operations that can be undone'),
      destructive: leastTrust('operations that cannot be undone'),
      dangerous: leastTrust('operations that can affect more than the given resources'),
      forbidden: leastTrust('operations that should not run without a very good reason'),
    }),
  ).describe(
    'Calls below this trust level are refused regardless of the matrix, unless there is a decision for the individual tool.',
  ),
  consent: optionalKey(z.enum(['any', 'client', 'person'])).describe(
    'Which confirmations count: any token, only one from the client’s own dialogue, or only an approval that a person gives outside the session.',
  ),
  confirmationSeconds: confirmation(
    'The time allowed for confirming a call. Forbidden operations and quotas have their own, lower maximum.',
    900,
  ),
  confirmationSecondsFor: optionalKey(
    z.strictObject({
      safe: confirmation('For read-only operations. Defaults to 300.', 900),
      reversible: confirmation('For operations that can be undone. Defaults to 300.', 900),
      destructive: confirmation('For operations that cannot be undone. Defaults to 300.', 900),
      dangerous: confirmation('For operations that can affect more than the given resources. Defaults to 300.', 900),
      forbidden: confirmation('For operations that need a very good reason. Defaults to 120.', 300),
      quota: confirmation('For paused quotas. Defaults to 300.', 600),
    }),
  ).describe(
    'The time allowed for confirming a call, by danger level or for quotas; takes precedence over confirmationSeconds.',
  ),
});

const threshold = optionalKey(z.int().min(1).max(1_000_000_000));

const quota = z
  .strictObject({
    metric: z.string().min(1).max(64).describe('The name of the metric, as shown to callers.'),
    count: optionalKey(z.enum(['attempts', 'effects'])).describe(
      'attempts (the default): counts every call that reached its handler. effects: only those that had an effect.',
    ),
    window: optionalKey(z.enum(['second', 'minute', 'hour', 'day', 'month'])).describe(
      'The sliding window; a month is 30 days. Set either this or windowSeconds.',
    ),
    windowSeconds: optionalKey(z.int().min(1).max(31_536_000)).describe('The sliding window in seconds.'),
    warn: threshold.describe('The number of calls from which on each success carries a warning.'),
    pause: threshold.describe('The number of calls after which a confirmation is required.'),
    scope: optionalKey(z.string().min(1).max(64)).describe(
      'Tools whose rules have the same scope, metric and window share one count.',
    ),
    stop: threshold.describe(
      'The number of calls after which further calls are refused until the window has moved on.',
    ),
  })
  .meta({
    oneOf: [{ required: ['window'] }, { required: ['windowSeconds'] }],
    anyOf: [{ required: ['warn'] }, { required: ['pause'] }, { required: ['stop'] }],
  });

const limits = z.strictObject({
  requestBytes: bounded(
    64 * kibibyte,
    10 * mebibyte,
    defaultLimits.requestBytes,
    'The maximum size of a request in bytes.',
  ),
  responseBytes: bounded(
    mebibyte,
    100 * mebibyte,
    defaultLimits.responseBytes,
    'The maximum size of an answer in bytes.',
  ),
  stringBytes: bounded(
    64 * kibibyte,
    10 * mebibyte,
    defaultLimits.stringBytes,
    'The maximum size of a single string in bytes.',
  ),
  arrayItems: bounded(100, 100_000, defaultLimits.arrayItems, 'The maximum length of a single list.'),
  depth: bounded(
    8,
    64,
    defaultLimits.depth,
    'The maximum nesting depth of arguments; the outermost object is level 1.',
  ),
});

const timeouts = z.strictObject({
  defaultMs: bounded(1, 3_600_000, defaultTimeouts.defaultMs, 'The time limit of tools that do not set their own.'),
  maxMs: bounded(1, 86_400_000, defaultTimeouts.maxMs, 'The longest time limit that a tool can have.'),
  abandonMs: bounded(
    1,
    604_800_000,
    defaultTimeouts.abandonMs,
    'How long a handler may run before its outcome counts as unknown for calls with the same idempotency key.',
  ),
});

const shutdown = z.strictObject({
  lameDuckMs: optionalKey(z.int().min(0).max(600_000)).describe(
    'The time for which the server keeps serving after a signal, while /readyz returns 503. If omitted: 5000 over HTTP if other machines or proxies can reach the server, otherwise 0.',
  ),
  drainMs: bounded(
    0,
    600_000,
    defaultShutdown.drainMs,
    'The time for which running calls may continue after lameDuckMs. Calls that are still running then are answered as cancelled.',
  ),
  boundMs: optionalKey(z.int().min(1).max(3_600_000)).describe(
    'The maximum time from the signal to the end of the process, even if calls are still running. If omitted: 5000 more than lameDuckMs and drainMs together.',
  ),
});

const guards = z.strictObject({
  roots: optionalKey(z.record(z.string(), z.string().min(1))).describe(
    'Folders that path fields may access, by name. Relative paths are resolved against the folder of this file.',
  ),
  hosts: optionalKey(
    z.array(
      z
        .string()
        .regex(
          /^(?:\*\.)?[a-zA-Z\d_-]+(?:\.[a-zA-Z\d_-]+)*$/,
          'expects a host name, such as example.org or *.example.org',
        ),
    ),
  ).describe('Hosts that URL fields may contain; *.example.org allows all subdomains. If omitted, every public host.'),
});

const telemetry = z.strictObject({
  log: optionalKey(z.enum(['none', 'stderr'])).describe('Where to write one JSON line per call. Defaults to none.'),
  eventArguments: optionalKey(z.enum(['none', 'redacted'])).describe(
    'Whether events contain arguments, with secrets and sensitive fields masked. Defaults to none.',
  ),
  metrics: optionalKey(
    z.strictObject({
      principals: optionalKey(z.array(z.string().min(1).max(200))).describe(
        'Principals whose keys may read the metrics from other machines. Defaults to none.',
      ),
    }),
  ).describe(
    'Serves /metrics over HTTP to callers on this machine and to callers with a key of one of these principals. With http.anonymous set to none, callers on this machine also need such a key. If omitted, /metrics is not served.',
  ),
  bufferedEvents: bounded(
    100,
    1_000_000,
    defaultTelemetry.bufferedEvents,
    'The maximum number of undelivered events to keep in memory.',
  ),
});

const adapter = z.strictObject({
  trust: optionalKey(trust).describe(
    'The trust level of the adapter, at most the level that its own file claims. Defaults to validated.',
  ),
  danger: optionalKey(z.record(z.string(), z.enum(dangerLevels))).describe(
    'The danger level of individual operations, by name. It can raise and lower the level set in the adapter.',
  ),
  statuses: optionalKey(z.enum(['corrected', 'strict'])).describe(
    "The table that maps HTTP statuses to codes: 'corrected' is that of Recourse, 'strict' is that of MCP-AQL.",
  ),
  allowPrivate: optionalKey(z.boolean()).describe(
    'Whether the API may have a private address, such as one on the local network. Defaults to false.',
  ),
});

/** The schema of the operator's file. Unknown keys are refused, so that a misspelled rule is not silently ignored. */
export const configurationSchema = z.strictObject({
  $schema: optionalKey(z.string()).describe('The location of the schema of this file, for editors.'),
  policy: optionalKey(policy).describe('Which calls are allowed, need a confirmation or are denied.'),
  approvals: optionalKey(
    z.strictObject({
      local: optionalKey(z.boolean()).describe(
        'Whether `recourse approvals` on this machine can approve calls even if policy.consent is person. Any process of the same user can run this command. Defaults to false.',
      ),
    }),
  ).describe('Which approvals count.'),
  trust: optionalKey(
    z.strictObject({
      local: optionalKey(trust).describe(
        'The trust level of callers without a key, over stdio or from this machine. Defaults to validated.',
      ),
      principals: optionalKey(z.record(z.string(), trust)).describe(
        'The trust levels of individual principals, by id. They can lower the trust of their keys, but not raise it.',
      ),
    }),
  ).describe('The trust levels of callers.'),
  http: optionalKey(
    z.strictObject({
      anonymous: optionalKey(z.enum(['loopback', 'none'])).describe(
        'Which callers need no key over HTTP: those on this machine (loopback), or none. If omitted, the server decides when it starts: loopback if no key exists, otherwise none.',
      ),
      trusted_proxies: optionalKey(
        z
          .array(
            z
              .string()
              .regex(
                /^[\dA-Fa-f:.]+(?:\/\d{1,3})?$/,
                'expects an IP address or a CIDR range, such as 10.0.0.7 or 10.0.0.0/8',
              ),
          )
          .max(1000),
      ).describe(
        'Addresses and CIDR ranges of proxies. The recorded client address is taken from their forwarding headers; their callers always need a key.',
      ),
      sessions: optionalKey(z.boolean()).describe(
        'Whether clients of MCP revisions before 2026-07-28 get a session. A session exists in one process only: with several processes behind a proxy, use false, or make the proxy send each client to the same process every time. If omitted: false on PostgreSQL, otherwise true.',
      ),
    }),
  ).describe('Which callers over HTTP need a key, which proxies are trusted, and whether sessions are used.'),
  oauth: optionalKey(oauthSchema).describe(
    'HTTP only: accepts access tokens issued by an authorization server, in addition to keys.',
  ),
  quotas: optionalKey(z.record(z.string(), z.array(quota))).describe(
    'Quotas by tool or operation; those under * apply to each one separately.',
  ),
  adapters: optionalKey(z.record(z.string(), adapter)).describe('Settings for adapters of REST APIs, by adapter name.'),
  limits: optionalKey(limits).describe('Size limits of calls and answers.'),
  text: optionalKey(z.literal('json')).describe(
    'Writes the text of a failure as the complete failure in JSON. If omitted, the recourse dialect writes one line.',
  ),
  timeouts: optionalKey(timeouts).describe('Time limits of tools.'),
  shutdown: optionalKey(shutdown).describe('How recourse serve shuts down after SIGINT or SIGTERM.'),
  guards: optionalKey(guards).describe('Values allowed in guarded fields.'),
  store: optionalKey(storeSchema).describe('Where state is stored. Defaults to a SQLite file.'),
  telemetry: optionalKey(telemetry).describe('Records of calls.'),
});

export type ConfigurationFile = z.infer<typeof configurationSchema>;
