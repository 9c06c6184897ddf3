import type { Outcome } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallMeta } from '../call/call.ts';
import { createMemoryState } from '../stages/admit/memory-admissions.ts';
import { request } from '../testing/tickets.ts';
import { defineRouter } from '../tool/define-router.ts';
import { defineOperation, defineTool } from '../tool/define-tool.ts';
import { createServer } from './create-server.ts';
import { localeOf } from './localise-outcome.ts';

const start = Date.parse('2026-01-28T12:00:00Z');

const serve = () => {
  const stores = createMemoryState({ now: () => start });
  const findIt = defineTool({
    name: 'find_it',
    description: 'Finds it.',
    input: z.strictObject({ id: z.string(), kind: z.string() }),
    operation: 'command',
    danger: 'reversible',
    errors: ['NOT_FOUND_RESOURCE'],
    quotas: [{ metric: 'finds', count: 'attempts', windowMs: 60_000, warn: 2 }],
    run: ({ arguments: { id }, fail }) =>
      id === 'none'
        ? fail('NOT_FOUND_RESOURCE', { resource_type: 'thing', resource_id: id }, { effect: 'applied' })
        : { id },
  });
  const echo = defineOperation({
    name: 'echo',
    input: z.strictObject({ text: z.string() }),
    operation: 'query',
    danger: 'safe',
    errors: [],
    run: ({ arguments: { text } }) => ({ text }),
  });
  const route = defineRouter({
    name: 'route',
    description: 'Routes.',
    input: { type: 'object', properties: { operation: { type: 'string' }, language: {} }, required: ['operation'] },
    operations: [echo],
    locale: ({ language }) => {
      if (language === 7) throw new Error('no language');
      return typeof language === 'string' ? language : undefined;
    },
    resolve: ({ operation }) => ({ operation: String(operation), arguments: {} }),
  });
  const server = createServer({ name: 's', tools: [findIt, route], stores, now: () => start });
  const call = (tool: string, args: object, meta: CallMeta = {}) => server.call(request(tool, args, { meta }));
  return { server, call };
};

const messageOf = (outcome: Outcome): string => (outcome.ok ? (outcome.warnings[0]?.message ?? '') : outcome.message);
const missing = {
  en: "Missing required parameters 'id', 'kind'",
  es: "Faltan los parámetros requeridos: 'id', 'kind'",
};

describe('a call with a language', () => {
  it.each([
    [undefined, missing.en],
    ['es', missing.es],
    ['es-MX', missing.es],
    ['fr, es;q=0.5', missing.es],
    ['fr', missing.en],
    ['x'.repeat(10_000), missing.en],
  ])('%s is refused in its words', async (locale, expected) => {
    const { call } = serve();
    expect(messageOf(await call('find_it', {}, { ...(locale !== undefined && { locale }) }))).toBe(expected);
  });

  it('is warned in its words', async () => {
    const { call } = serve();
    const args = { id: 'a', kind: 'b' };
    expect(localeOf(await call('find_it', args, { locale: 'es' }))).toBeUndefined();
    const warned = await call('find_it', args, { locale: 'es' });
    expect(messageOf(warned)).toBe('La cuota está cerca de su límite');
    expect(localeOf(warned)).toBe('es');
  });

  it('stores its answers untranslated: each repetition has its own language', async () => {
    const { server, call } = serve();
    const args = { id: 'none', kind: 'b' };
    const inLanguage = (locale?: string) =>
      call('find_it', args, { idempotency_key: 'k', ...(locale !== undefined && { locale }) });
    const spanish = "Recurso 'thing' no encontrado: 'none'";
    expect(messageOf(await inLanguage('es'))).toBe(spanish);
    const plain = await inLanguage();
    expect(messageOf(plain)).not.toBe(spanish);
    const again = await inLanguage('es');
    expect(messageOf(again)).toBe(spanish);
    expect(server.facts(again, request('find_it'), start).replayed).toBe(true);
  });
});

describe('a router', () => {
  it('asks for a language among its arguments, which goes before the client’s', async () => {
    const { call } = serve();
    const es = "Falta el parámetro requerido: 'text'";
    const en = "Missing required parameter 'text'";
    expect(messageOf(await call('route', { operation: 'echo', language: 'es' }))).toBe(es);
    expect(messageOf(await call('route', { operation: 'echo', language: 'en' }, { locale: 'es' }))).toBe(en);
    expect(messageOf(await call('route', { operation: 'echo' }, { locale: 'es' }))).toBe(es);
  });

  it('is refused in that language even if the arguments lead nowhere', async () => {
    const { call } = serve();
    const unknown = "Operación desconocida: 'ecko'";
    expect(messageOf(await call('route', { operation: 'ecko', language: 'es' }))).toBe(unknown);
    expect(messageOf(await call('route', { language: 'es' }))).toBe("Falta el parámetro requerido: 'operation'");
    expect(messageOf(await call('route', { language: 7 }))).toBe("Missing required parameter 'operation'");
  });
});
