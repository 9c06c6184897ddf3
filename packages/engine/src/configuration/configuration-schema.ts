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

const matrixRow = z
  .strictObject({
    untested: decision.exactOptional().describe('For callers or adapters that have not been tested.'),
    generated: decision.exactOptional().describe('For adapters made by a program.'),
    validated: decision.exactOptional().describe('For the user of this machine, and for adapters that were checked.'),
    community_reviewed: decision.exactOptional().describe('For what others have reviewed.'),
    certified: decision.exactOptional().describe('For tools compiled into the server, called with a trusted key.'),
  })
  .exactOptional();

const leastTrust = (what: string) => trust.exactOptional().describe(`The least trust for ${what}.`);

const confirmation = (what: string, most: number) =>
  z
    .int()
    .min(10)
    .max(86_400)
    .exactOptional()
    .describe(`${what} At most ${most} unless consent is person, where the wait may be long.`);

const policy = z.strictObject({
  matrix: z
    .strictObject({
      safe: matrixRow.describe('Operations that only look.'),
      reversible: matrixRow.describe('Operations that can be undone.'),
      destructive: matrixRow.describe('Operations that cannot be undone.'),
      dangerous: matrixRow.describe('Operations that can affect more than the resources they name.'),
      forbidden: matrixRow.describe('Operations that should not run without a very good reason.'),
    })
    .exactOptional()
    .describe('The decision about a call, by danger and trust. Missing entries keep the built-in rule.'),
  tools: z
    .record(
      z.string(),
      z.strictObject({
        decision: decision.exactOptional().describe('Overrules the matrix for this tool.'),
        danger: z.enum(dangerLevels).exactOptional().describe('The danger level of the tool; it can only be raised.'),
      }),
    )
    .exactOptional()
    .describe('What to do with single tools or operations, by name.'),
  minimumTrust: z
    .strictObject({
      safe: leastTrust('operations that only look'),
      reversible: leastTrust('operations that can be undone'),
      destructive: leastTrust('operations that cannot be undone'),
      dangerous: leastTrust('operations that can affect more than the resources they name'),
      forbidden: leastTrust('operations that should not run without a very good reason'),
    })
    .exactOptional()
    .describe(
      'Below this trust a call is refused whatever the matrix says; a decision for a single tool overrules it.',
    ),
  consent: z
    .enum(['any', 'client', 'person'])
    .exactOptional()
    .describe(
      'Which confirmation counts: any token, one from the client’s own dialogue, or only one that a person gives elsewhere.',
    ),
  confirmationSeconds: confirmation(
    'How long any confirmation can be given; those of forbidden operations and of quotas still end at their own maxima.',
    900,
  ),
  confirmationSecondsFor: z
    .strictObject({
      safe: confirmation('For operations that only look. 300 unless given.', 900),
      reversible: confirmation('For operations that can be undone. 300 unless given.', 900),
      destructive: confirmation('For operations that cannot be undone. 300 unless given.', 900),
      dangerous: confirmation(
        'For operations that can affect more than the resources they name. 300 unless given.',
        900,
      ),
      forbidden: confirmation('For operations that need a very good reason. 120 unless given.', 300),
      quota: confirmation('For quotas that have paused. 300 unless given.', 600),
    })
    .exactOptional()
    .describe('How long a confirmation can be given, by what it is about; this goes before confirmationSeconds.'),
});

const threshold = z.int().min(1).max(1_000_000_000).exactOptional();

const quota = z
  .strictObject({
    metric: z.string().min(1).max(64).describe('The name of what is counted, as callers see it.'),
    count: z
      .enum(['attempts', 'effects'])
      .exactOptional()
      .describe('Counts every call that reached its handler (the default), or only those that had an effect.'),
    window: z
      .enum(['second', 'minute', 'hour', 'day', 'month'])
      .exactOptional()
      .describe('The sliding window; a month is 30 days. Either this or windowSeconds.'),
    windowSeconds: z.int().min(1).max(31_536_000).exactOptional().describe('The sliding window in seconds.'),
    warn: threshold.describe('After this many calls a success carries a warning.'),
    pause: threshold.describe('After this many calls a confirmation is needed.'),
    scope: z
      .string()
      .min(1)
      .max(64)
      .exactOptional()
      .describe('Tools whose rules have the same scope, metric and window share one count.'),
    stop: threshold.describe('After this many calls everything is refused until the window moves on.'),
  })
  .meta({
    oneOf: [{ required: ['window'] }, { required: ['windowSeconds'] }],
    anyOf: [{ required: ['warn'] }, { required: ['pause'] }, { required: ['stop'] }],
  });

const limits = z.strictObject({
  requestBytes: bounded(64 * kibibyte, 10 * mebibyte, defaultLimits.requestBytes, 'The largest request.'),
  responseBytes: bounded(mebibyte, 100 * mebibyte, defaultLimits.responseBytes, 'The largest answer.'),
  stringBytes: bounded(64 * kibibyte, 10 * mebibyte, defaultLimits.stringBytes, 'The longest single text.'),
  arrayItems: bounded(100, 100_000, defaultLimits.arrayItems, 'The longest single list.'),
  depth: bounded(8, 64, defaultLimits.depth, 'How deep arguments may nest; the outermost object is level 1.'),
});

const timeouts = z.strictObject({
  defaultMs: bounded(1, 3_600_000, defaultTimeouts.defaultMs, 'How long a tool may run that says nothing itself.'),
  maxMs: bounded(1, 86_400_000, defaultTimeouts.maxMs, 'How long any tool may run, whatever it says.'),
  abandonMs: bounded(
    1,
    604_800_000,
    defaultTimeouts.abandonMs,
    'After this time the idempotency key of a handler that has not ended is lost.',
  ),
});

const shutdown = z.strictObject({
  lameDuckMs: z
    .int()
    .min(0)
    .max(600_000)
    .exactOptional()
    .describe(
      'How long the server serves on after a signal, while /readyz says 503. If unset, 5000 over HTTP if other machines or proxies can reach the server, otherwise 0.',
    ),
  drainMs: bounded(
    0,
    600_000,
    defaultShutdown.drainMs,
    'How long running calls may go on after that. The rest is answered as cancelled.',
  ),
  boundMs: z
    .int()
    .min(1)
    .max(3_600_000)
    .exactOptional()
    .describe(
      'The longest time from the signal to the end of the process, whatever still runs. If unset, 5000 more than the other two together.',
    ),
});

const guards = z.strictObject({
  roots: z
    .record(z.string(), z.string().min(1))
    .exactOptional()
    .describe('Folders that path fields may reach, by name; relative ones start at this file.'),
  hosts: z
    .array(
      z
        .string()
        .regex(
          /^(?:\*\.)?[a-zA-Z\d_-]+(?:\.[a-zA-Z\d_-]+)*$/,
          'expects a host name, such as example.org or *.example.org',
        ),
    )
    .exactOptional()
    .describe('Hosts that URL fields may name, *.example.org for all below it. Left out: every public host.'),
});

const telemetry = z.strictObject({
  log: z.enum(['none', 'stderr']).exactOptional().describe('Where one JSON line per call goes. None unless given.'),
  eventArguments: z
    .enum(['none', 'redacted'])
    .exactOptional()
    .describe('Whether events show arguments, with secrets and sensitive fields masked. None unless given.'),
  metrics: z
    .strictObject({
      principals: z
        .array(z.string().min(1).max(200))
        .exactOptional()
        .describe('Principals whose keys may read the metrics from elsewhere. None unless given.'),
    })
    .exactOptional()
    .describe(
      'Serves /metrics over HTTP, to callers at this machine and to keys of these principals. With "anonymous": "none" under http, callers at this machine need such a key, too. Left out: there are no metrics.',
    ),
  bufferedEvents: bounded(100, 1_000_000, defaultTelemetry.bufferedEvents, 'How many undelivered events are kept.'),
});

const adapter = z.strictObject({
  trust: trust
    .exactOptional()
    .describe('How far the adapter is trusted; never further than its own file claims. Validated unless given.'),
  danger: z
    .record(z.string(), z.enum(dangerLevels))
    .exactOptional()
    .describe('How dangerous single operations are, by name. It raises and lowers what the adapter says.'),
  statuses: z
    .enum(['corrected', 'strict'])
    .exactOptional()
    .describe('How HTTP statuses become codes: by our table, or by the one that the contract prints.'),
  allowPrivate: z
    .boolean()
    .exactOptional()
    .describe('Whether the API may be at a private address, such as one of this network. False unless given.'),
});

/** The operator's file, as it is written. Unknown keys are refused: a misspelt rule must not be a rule that is gone. */
export const configurationSchema = z.strictObject({
  $schema: z.string().exactOptional().describe('Where the schema of this file is, for editors.'),
  policy: policy.exactOptional().describe('Which calls are allowed, asked about or denied.'),
  approvals: z
    .strictObject({
      local: z
        .boolean()
        .exactOptional()
        .describe(
          'Whether the command on this machine can approve calls although policy.consent is person. Any process of the same user can run it. False unless given.',
        ),
    })
    .exactOptional()
    .describe('Which approvals count.'),
  trust: z
    .strictObject({
      local: trust
        .exactOptional()
        .describe('Callers over stdio or from this machine without a key. Validated unless given.'),
      principals: z
        .record(z.string(), trust)
        .exactOptional()
        .describe('Single principals by id; this lowers what their keys say and never raises it.'),
    })
    .exactOptional()
    .describe('How far callers are trusted.'),
  http: z
    .strictObject({
      anonymous: z
        .enum(['loopback', 'none'])
        .exactOptional()
        .describe(
          'Which callers need no key over HTTP: those at this machine (loopback), or none. If unset, the server decides when it starts: loopback if no key exists, otherwise none.',
        ),
      trusted_proxies: z
        .array(
          z
            .string()
            .regex(
              /^[\dA-Fa-f:.]+(?:\/\d{1,3})?$/,
              'expects an IP address or a CIDR range, such as 10.0.0.7 or 10.0.0.0/8',
            ),
        )
        .max(1000)
        .exactOptional()
        .describe(
          'Addresses and CIDR ranges of proxies. Their forwarding headers name the client on record; their callers always need a key.',
        ),
      sessions: z
        .boolean()
        .exactOptional()
        .describe(
          'Whether clients of MCP revisions before 2026-07-28 get a session. A session lives in one process, so several processes behind a proxy need false, or a proxy that always sends a client to the same one. If unset: false on PostgreSQL, otherwise true.',
        ),
    })
    .exactOptional()
    .describe('Which callers over HTTP need a key, which proxies are trusted, and whether there are sessions.'),
  oauth: oauthSchema
    .exactOptional()
    .describe('Callers over HTTP with access tokens of an authorization server, in addition to callers with keys.'),
  quotas: z
    .record(z.string(), z.array(quota))
    .exactOptional()
    .describe('Quotas by tool or operation; those under * hold for every one, each counted by itself.'),
  adapters: z
    .record(z.string(), adapter)
    .exactOptional()
    .describe('Settings for adapters of REST APIs, by the name of the adapter.'),
  limits: limits.exactOptional().describe('How large calls and answers may be.'),
  text: z
    .literal('json')
    .exactOptional()
    .describe('The text of a failure is its whole envelope as JSON. Without it, the dialect recourse writes one line.'),
  timeouts: timeouts.exactOptional().describe('How long tools may run.'),
  shutdown: shutdown.exactOptional().describe('How recourse serve ends after SIGINT or SIGTERM.'),
  guards: guards.exactOptional().describe('Values that guarded fields may have.'),
  store: storeSchema.exactOptional().describe('Where state is kept. A SQLite file unless given.'),
  telemetry: telemetry.exactOptional().describe('Records of calls.'),
});

export type ConfigurationFile = z.infer<typeof configurationSchema>;
