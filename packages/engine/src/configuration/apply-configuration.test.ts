import { describe, expect, it } from 'vitest';
import type { TrustSettings } from '../settings/settings.ts';
import { createMemorySink } from '../stages/record/memory-sink.ts';
import { applyConfiguration } from './apply-configuration.ts';
import { defaultConfiguration } from './configuration.ts';

const local = { transport: 'stdio', local: true } as const;

const trustOf = async (trust: TrustSettings, key?: string): Promise<string | undefined> => {
  const identity = { identify: () => ({ id: key ?? 'local', trust: 'community_reviewed' as const }) };
  const applied = applyConfiguration({ ...defaultConfiguration, trust }, { identity });
  const principal = await applied.identity.identify({ ...local, ...(key !== undefined && { key }) });
  return principal?.trust;
};

describe('applyConfiguration', () => {
  it('changes nothing if nothing is configured', async () => {
    const applied = applyConfiguration(defaultConfiguration);
    expect(await applied.identity.identify(local)).toEqual({ id: 'local', trust: 'validated' });
    expect(applied.quotas('close_ticket')).toEqual([]);
    expect(applied.record).toEqual({ arguments: 'none' });
  });

  it('trusts callers on this machine as the operator says, and others never more than their keys say', async () => {
    expect(await trustOf({ local: 'certified' })).toBe('certified');
    expect(await trustOf({ local: 'certified' }, 'ann')).toBe('community_reviewed');
    expect(await trustOf({ principals: { ann: 'generated' } }, 'ann')).toBe('generated');
    expect(await trustOf({ principals: { ann: 'certified' } }, 'ann')).toBe('community_reviewed');
  });

  it('rejects callers without a key over HTTP, but not over stdio, with http.anonymous: none', async () => {
    const callers = [
      { transport: 'http', local: true },
      { transport: 'stdio', local: true },
      { transport: 'http', local: true, key: 'rk_ann' },
    ] as const;
    const known = (anonymous: 'loopback' | 'none') => {
      const identity = { identify: () => ({ id: 'somebody', trust: 'validated' as const }) };
      const applied = applyConfiguration(
        { ...defaultConfiguration, http: { anonymous, trustedProxies: [] } },
        { identity },
      );
      return Promise.all(callers.map(async (caller) => (await applied.identity.identify(caller)) !== undefined));
    };
    expect(await known('none')).toEqual([false, true, true]);
    expect(await known('loopback')).toEqual([true, true, true]);
  });

  it('adds the quotas of all to those of one operation', () => {
    const rule = { metric: 'calls', count: 'attempts', windowMs: 1000, stop: 5 } as const;
    const own = { ...rule, metric: 'closed' };
    const { quotas } = applyConfiguration({ ...defaultConfiguration, quotas: { '*': [rule], close_ticket: [own] } });
    expect(quotas('find_ticket')).toEqual([rule]);
    expect(quotas('close_ticket')).toEqual([own, rule]);
    expect(quotas('constructor')).toEqual([rule]);
  });

  it('has failures written as JSON if the operator says so', () => {
    expect(applyConfiguration(defaultConfiguration)).not.toHaveProperty('text');
    expect(applyConfiguration({ ...defaultConfiguration, text: 'json' })).toMatchObject({ text: 'json' });
  });

  it('writes down what the operator wants', () => {
    const telemetry = { log: 'stderr', eventArguments: 'redacted', bufferedEvents: 100 } as const;
    const { record } = applyConfiguration({ ...defaultConfiguration, telemetry }, { events: createMemorySink() });
    expect(record).toMatchObject({ arguments: 'redacted' });
    expect(record.logger).toBeDefined();
    expect(record.events?.counts().waiting).toBe(0);
  });
});
