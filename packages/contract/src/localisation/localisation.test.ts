import { describe, expect, it } from 'vitest';
import type { CodeDefinition } from '../codes/code.ts';
import { templateProblems, templateTexts } from '../codes/template.ts';
import { batch } from '../failures/batch.ts';
import { causeOf, isFailure } from '../failures/failure.ts';
import type { Failure } from '../failures/failure.ts';
import { fromUnknown } from '../failures/from-unknown.ts';
import { succeed } from '../failures/outcome.ts';
import { createRegistry, fail, warn } from '../failures/registry.ts';
import { coreCodes } from '../registries/core/codes.ts';
import { launchCodes } from '../registries/launch/codes.ts';
import { loadCatalogue, localise, localiseWarning, locales } from './index.ts';
import type { Catalogue, CoreCatalogue } from './index.ts';

const es = await loadCatalogue('es');

describe.each(locales)('the catalogue %s', (locale) => {
  const definitions = Object.values<CodeDefinition>(coreCodes.definitions);

  it('has every core code and no other', async () => {
    const catalogue = await loadCatalogue(locale);
    expect(Object.keys(catalogue).sort()).toEqual(definitions.map(({ code }) => code).sort());
  });

  it('uses only the placeholders of each row', async () => {
    const catalogue: Catalogue = await loadCatalogue(locale);
    const problems = definitions.flatMap(({ code, details }) =>
      (['summary', 'message', 'hint'] as const).flatMap((field) =>
        templateProblems(catalogue[code]?.[field] ?? '', details()).map((problem) => `${code}.${field}: ${problem}`),
      ),
    );
    expect(problems).toEqual([]);
  });

  it('has words in every template', async () => {
    const texts = Object.values(await loadCatalogue(locale)).flatMap(({ summary, message, hint }) =>
      [summary, message, hint].flatMap(templateTexts),
    );
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  });

  it('has no message that the MCP-AQL conformance runner takes for a stack trace', async () => {
    const messages = Object.values(await loadCatalogue(locale)).flatMap(({ message }) => templateTexts(message));
    expect(messages.filter((message) => /at\s+\S/i.test(message))).toEqual([]);
  });
});

it('does not compile one of our catalogues without a core code', () => {
  const { INTERNAL_ERROR, ...rest } = es;
  // @ts-expect-error INTERNAL_ERROR is missing
  const incomplete: CoreCatalogue = rest;
  const complete: CoreCatalogue = { ...rest, INTERNAL_ERROR };
  expect(incomplete).not.toEqual(complete);
});

describe('loadCatalogue', () => {
  it.each(['es', 'es-MX', 'ES-mx', 'es_MX.UTF-8', 'es-419'])('finds Spanish for %s', async (locale) => {
    expect(await loadCatalogue(locale)).toBe(es);
  });

  it.each(['en', 'en-GB', 'eo', '', 'constructor', '-es'])("falls back to English for '%s'", async (locale) => {
    expect(await loadCatalogue(locale)).toBe(coreCodes.definitions);
  });
});

describe('localise', () => {
  it('says the seed sentences in Spanish', () => {
    const missing = localise(fail('VALIDATION_MISSING_PARAM', { param_name: 'owner' }), es);
    expect(missing.message).toBe("Falta el parámetro requerido: 'owner'");
    const several = { param_name: 'owner', operation: 'get_repo', missing_params: ['owner', 'repo'] };
    const both = localise(fail('VALIDATION_MISSING_PARAM', several), es);
    expect(both.message).toBe("Faltan los parámetros requeridos: 'owner', 'repo'");
    expect(both.hint).toBe("Repita la llamada a 'get_repo' indicando 'owner', 'repo'.");
    const items = [
      fail('VALIDATION_MISSING_PARAM', { param_name: 'owner' }),
      fail('INTERNAL_ERROR', {}, { message: 'x' }),
    ];
    const together = localise(batch([succeed(1), ...items]) as Failure, es);
    expect(together).toMatchObject({
      message: 'Fallaron 2 de 3 operaciones',
      details: {
        errors: [
          { index: 1, message: "Falta el parámetro requerido: 'owner'" },
          { index: 2, message: 'x' },
        ],
      },
    });
    expect(localise(fail('NOT_FOUND_RESOURCE'), es).message).toBe('Recurso no encontrado');
  });

  it('rewords message, summary and hint, and nothing else', () => {
    const failure = fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 30 }, { correlation_id: 'c-1' });
    expect(localise(failure, es)).toEqual({
      ...failure,
      message: 'Se superó el límite de solicitudes de la API',
      summary: 'Límite de solicitudes alcanzado',
      hint: 'Repita la misma llamada dentro de 30 s.',
    });
  });

  it('keeps a sentence that was written for this failure', () => {
    const failure = fail(
      'NOT_FOUND_RESOURCE',
      {},
      { message: 'The branch was deleted an hour ago', hint: 'Restore it.' },
    );
    expect(localise(failure, es)).toEqual({ ...failure, summary: 'No se encontró el recurso' });
  });

  it('keeps a failure as it is when the catalogue lacks its code', () => {
    const failure = fail('NOT_FOUND_RESOURCE');
    expect(localise(failure, {})).toBe(failure);
  });

  it('keeps a failure as it is when the registry lacks its code', () => {
    const failure = createRegistry(launchCodes).fail('RUN_NOT_FOUND', { run_id: 'r_1' });
    const catalogue = { RUN_NOT_FOUND: es.NOT_FOUND_RESOURCE };
    expect(localise(failure, catalogue)).toBe(failure);
  });

  it('knows the codes of a registry that it is given', () => {
    const registry = createRegistry(launchCodes);
    const catalogue: Catalogue = {
      RUN_NOT_FOUND: { summary: 'No existe', message: "No existe '{run_id}'", hint: 'Llame a launch_list_runs.' },
    };
    const failure = localise(registry.fail('RUN_NOT_FOUND', { run_id: 'r_1' }), catalogue, { registry });
    expect(failure).toMatchObject({
      message: "No existe 'r_1'",
      hint: 'Llame a launch_list_runs.',
      summary: 'No existe',
    });
  });

  it('leaves a failure a failure, with its cause', () => {
    const cause = new RangeError('secret');
    const failure = localise(fromUnknown(cause), es);
    expect(failure.message).toBe('Error interno');
    expect(isFailure(failure)).toBe(true);
    expect(causeOf(failure)).toBe(cause);
  });
});

describe('localiseWarning', () => {
  const warning = warn('SCHEMA_VERSION_DEPRECATED', { version: '1.0' });

  it('rewords the message', () => {
    expect(localiseWarning(warning, es)).toEqual({
      ...warning,
      message: "La versión de esquema '1.0' está obsoleta",
    });
  });

  it('keeps a warning as it is when the catalogue lacks its code', () => {
    expect(localiseWarning(warning, {})).toBe(warning);
  });
});
