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
    generated: optionalKey(decision).describe('For adapters made by a program.'),
    validated: optionalKey(decision).describe('For the user of this machine, and for adapters that were checked.'),
    community_reviewed: optionalKey(decision).describe('For what others have reviewed.'),
    certified: optionalKey(decision).describe('For tools compiled into the server, called with a trusted key.'),
  }),
);

const leastTrust = (what: string) => optionalKey(trust).describe(`The least trust for ${what}.`);

const confirmation = (what: string, most: number) =>
  optionalKey(z.int().min(10).max(86_400)).describe(
    `${what} At most ${most} unless consent is person, where the wait may be long.`,
  );

const policy = z.strictObject({
  matrix: optionalKey(
    z.strictObject({
      safe: matrixRow.describe('Operations that only look.'),
      reversible: matrixRow.describe('Operations that can be undone.'),
      destructive: matrixRow.describe('Operations that cannot be undone.'),
      dangerous: matrixRow.describe('Operations that can affect more than the resources they name.'),
      forbidden: matrixRow.describe('Operations that should not run without a very good reason.'),
    }),
  ).describe('The decision about a call, by danger and trust. Missing entries keep the built-in rule.'),
  tools: optionalKey(
    z.record(
      z.string(),
      z.strictObject({
        decision: optionalKey(decision).describe('Overrules the matrix for this tool.'),
        danger: optionalKey(z.enum(dangerLevels)).describe('The danger level of the tool; it can only be raised.'),
      }),
    ),
  ).describe('What to do with single tools or operations, by name.'),
  minimumTrust: optionalKey(
    z.strictObject({
      safe: leastTrust('operations that only look'),
      reversible: leastTrust('operations that can be undone'),
      destructive: leastTrust('operations that cannot be undone'),
      dangerous: leastTrust('operations that can affect more than the resources they name'),
      forbidden: leastTrust('operations that should not run without a very good reason'),
    }),
  ).describe('Below this trust a call is refused whatever the matrix says; a decision for a single tool overrules it.'),
  consent: optionalKey(z.enum(['any', 'client', 'person'])).describe(
    'Which confirmation counts: any token, one from the client’s own dialogue, or only one that a person gives elsewhere.',
  ),
  confirmationSeconds: confirmation(
    'How long any confirmation can be given; those of forbidden operations and of quotas still end at their own maxima.',
    900,
  ),
  confirmationSecondsFor: optionalKey(
    z.strictObject({
      safe: confirmation('For operations that only look. Defaults to 300.', 900),
      reversible: confirmation('For operations that can be undone. Defaults to 300.', 900),
      destructive: confirmation('For operations that cannot be undone. Defaults to 300.', 900),
      dangerous: confirmation(
        'For operations that can affect more than the resources they name. Defaults to 300.',
        900,
      ),
      forbidden: confirmation('For operations that need a very good reason. Defaults to 120.', 300),
      quota: confirmation('For quotas that have paused. Defaults to 300.', 600),
    }),
  ).describe('How long a confirmation can be given, by what it is about; this goes before confirmationSeconds.'),
});

const threshold = optionalKey(z.int().min(1).max(1_000_000_000));

const quota = z
  .strictObject({
    metric: z.string().min(1).max(64).describe('The name of what is counted, as callers see it.'),
    count: optionalKey(z.enum(['attempts', 'effects'])).describe(
      'Counts every call that reached its handler (the default), or only those that had an effect.',
    ),
    window: optionalKey(z.enum(['second', 'minute', 'hour', 'day', 'month'])).describe(
      'The sliding window; a month is 30 days. Either this or windowSeconds.',
    ),
    windowSeconds: optionalKey(z.int().min(1).max(31_536_000)).describe('The sliding window in seconds.'),
    warn: threshold.describe('After this many calls a success carries a warning.'),
    pause: threshold.describe('After this many calls a confirmation is needed.'),
    scope: optionalKey(z.string().min(1).max(64)).describe(
      'Tools whose rules have the same scope, metric and window share one count.',
    ),
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
  lameDuckMs: optionalKey(z.int().min(0).max(600_000)).describe(
    'How long the server serves on after a signal, while /readyz says 503. If unset, 5000 over HTTP if other machines or proxies can reach the server, otherwise 0.',
  ),
  drainMs: bounded(
    0,
    600_000,
    defaultShutdown.drainMs,
    'How long running calls may go on after that. The rest is answered as cancelled.',
  ),
  boundMs: optionalKey(z.int().min(1).max(3_600_000)).describe(
    'The longest time from the signal to the end of the process, whatever still runs. If unset, 5000 more than the other two together.',
  ),
});

const guards = z.strictObject({
  roots: optionalKey(z.record(z.string(), z.string().min(1))).describe(
    'Folders that path fields may reach, by name; relative ones start at this file.',
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
  ).describe('Hosts that URL fields may name, *.example.org for all below it. Left out: every public host.'),
});

const telemetry = z.strictObject({
  log: optionalKey(z.enum(['none', 'stderr'])).describe('Where one JSON line per call goes. Defaults to none.'),
  eventArguments: optionalKey(z.enum(['none', 'redacted'])).describe(
    'Whether events show arguments, with secrets and sensitive fields masked. Defaults to none.',
  ),
  metrics: optionalKey(
    z.strictObject({
      principals: optionalKey(z.array(z.string().min(1).max(200))).describe(
        'Principals whose keys may read the metrics from elsewhere. Defaults to none.',
      ),
    }),
  ).describe(
    'Serves /metrics over HTTP, to callers at this machine and to keys of these principals. With "anonymous": "none" under http, callers at this machine need such a key, too. Left out: there are no metrics.',
  ),
  bufferedEvents: bounded(100, 1_000_000, defaultTelemetry.bufferedEvents, 'How many undelivered events are kept.'),
});

const adapter = z.strictObject({
  trust: optionalKey(trust).describe(
    'How far the adapter is trusted; never further than its own file claims. Defaults to validated.',
  ),
  danger: optionalKey(z.record(z.string(), z.enum(dangerLevels))).describe(
    'How dangerous single operations are, by name. It raises and lowers what the adapter says.',
  ),
  statuses: optionalKey(z.enum(['corrected', 'strict'])).describe(
    'How HTTP statuses become codes: by our table, or by the one that the contract prints.',
  ),
  allowPrivate: optionalKey(z.boolean()).describe(
    'Whether the API may be at a private address, such as one of this network. Defaults to false.',
  ),
});

/** The operator's file, as it is written. Unknown keys are refused: a misspelt rule must not be a rule that is gone. */
export const configurationSchema = z.strictObject({
  $schema: optionalKey(z.string()).describe('Where the schema of this file is, for editors.'),
  policy: optionalKey(policy).describe('Which calls are allowed, asked about or denied.'),
  approvals: optionalKey(
    z.strictObject({
      local: optionalKey(z.boolean()).describe(
        'Whether the command on this machine can approve calls although policy.consent is person. Any process of the same user can run it. Defaults to false.',
      ),
    }),
  ).describe('Which approvals count.'),
  trust: optionalKey(
    z.strictObject({
      local: optionalKey(trust).describe(
        'Callers over stdio or from this machine without a key. Defaults to validated.',
      ),
      principals: optionalKey(z.record(z.string(), trust)).describe(
        'Single principals by id; this lowers what their keys say and never raises it.',
      ),
    }),
  ).describe('How far callers are trusted.'),
  http: optionalKey(
    z.strictObject({
      anonymous: optionalKey(z.enum(['loopback', 'none'])).describe(
        'Which callers need no key over HTTP: those at this machine (loopback), or none. If unset, the server decides when it starts: loopback if no key exists, otherwise none.',
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
        'Addresses and CIDR ranges of proxies. Their forwarding headers name the client on record; their callers always need a key.',
      ),
      sessions: optionalKey(z.boolean()).describe(
        'Whether clients of MCP revisions before 2026-07-28 get a session. A session lives in one process, so several processes behind a proxy need false, or a proxy that always sends a client to the same one. If unset: false on PostgreSQL, otherwise true.',
      ),
    }),
  ).describe('Which callers over HTTP need a key, which proxies are trusted, and whether there are sessions.'),
  oauth: optionalKey(oauthSchema).describe(
    'Callers over HTTP with access tokens of an authorization server, in addition to callers with keys.',
  ),
  quotas: optionalKey(z.record(z.string(), z.array(quota))).describe(
    'Quotas by tool or operation; those under * hold for every one, each counted by itself.',
  ),
  adapters: optionalKey(z.record(z.string(), adapter)).describe(
    'Settings for adapters of REST APIs, by the name of the adapter.',
  ),
  limits: optionalKey(limits).describe('How large calls and answers may be.'),
  text: optionalKey(z.literal('json')).describe(
    'The text of a failure is its whole envelope as JSON. Without it, the dialect recourse writes one line.',
  ),
  timeouts: optionalKey(timeouts).describe('How long tools may run.'),
  shutdown: optionalKey(shutdown).describe('How recourse serve ends after SIGINT or SIGTERM.'),
  guards: optionalKey(guards).describe('Values that guarded fields may have.'),
  store: optionalKey(storeSchema).describe('Where state is kept. Defaults to a SQLite file.'),
  telemetry: optionalKey(telemetry).describe('Records of calls.'),
});

export type ConfigurationFile = z.infer<typeof configurationSchema>;
