import { describe, expect, it } from 'vitest';
import { readModelAccess } from '../read-model-access.ts';
import { keyFor } from './model-access.ts';
import { ModelError } from './model-error.ts';

const environment = {
  LAUNCH_LLM_ENDPOINTS: 'https://models.example/v1=MODEL_KEY, https://open.example/api,http://127.0.0.1:9000=LOCAL_KEY',
  MODEL_KEY: 'value-of-model',
  GITHUB_TOKEN: 'value-of-github',
};

const resultOf = (given: Record<string, string>, api_base_url: string, api_key_env?: string): string => {
  try {
    return keyFor(readModelAccess(given), { api_base_url, api_key_env }) ?? 'no key';
  } catch (error) {
    return error instanceof ModelError ? error.kind : String(error);
  }
};

describe('the access to language models', () => {
  it.each([
    ['http://127.0.0.1:8080/v1', 'no key'],
    ['http://localhost:8080/v1', 'no key'],
    ['http://[::1]:8080/v1', 'no key'],
    ['https://models.example/v1', 'endpoint_not_allowed'],
    ['http://127.0.0.1.evil.example/v1', 'endpoint_not_allowed'],
    ['http://localhost.evil.example/v1', 'endpoint_not_allowed'],
    ['http://169.254.169.254/latest', 'endpoint_not_allowed'],
  ])('is limited to this machine unless the operator allows more: %s', (url, expected) => {
    expect(resultOf({}, url)).toBe(expected);
  });

  it.each([
    ['https://models.example/v1', 'MODEL_KEY', 'value-of-model'],
    ['https://models.example/v1/', 'MODEL_KEY', 'value-of-model'],
    ['https://models.example/v1/team', 'MODEL_KEY', 'value-of-model'],
    ['https://models.example/v1', undefined, 'no key'],
    ['https://models.example/v2', 'MODEL_KEY', 'endpoint_not_allowed'],
    ['https://models.example/v12', 'MODEL_KEY', 'endpoint_not_allowed'],
    ['https://models.example:8443/v1', 'MODEL_KEY', 'endpoint_not_allowed'],
    ['http://models.example/v1', 'MODEL_KEY', 'endpoint_not_allowed'],
    ['https://models.example/v1', 'GITHUB_TOKEN', 'key_not_allowed'],
    ['https://open.example/api', 'MODEL_KEY', 'key_not_allowed'],
    ['http://127.0.0.1:9000/v1', 'LOCAL_KEY', 'key_missing'],
    ['http://127.0.0.1:9001/v1', 'LOCAL_KEY', 'endpoint_not_allowed'],
  ])('gives a key to the endpoint that it is bound to, and to no other: %s with %s', (url, name, expected) => {
    expect(resultOf(environment, url, name)).toBe(expected);
  });

  it('sends no key to an unlisted endpoint, and allows no endpoint if set to none', () => {
    expect(resultOf({ GITHUB_TOKEN: 'x' }, 'http://127.0.0.1:8080/v1', 'GITHUB_TOKEN')).toBe('key_not_allowed');
    expect(resultOf({ LAUNCH_LLM_ENDPOINTS: 'none' }, 'http://127.0.0.1:8080/v1')).toBe('endpoint_not_allowed');
  });

  it.each(['models.example/v1', 'ftp://models.example', 'https://u:p@models.example', 'https://models.example=key'])(
    'rejects the list %s',
    (text) => {
      expect(() => readModelAccess({ LAUNCH_LLM_ENDPOINTS: text })).toThrow(
        /LAUNCH_LLM_ENDPOINTS must be 'none' or a list of URLs/,
      );
    },
  );

  it('rejects a key for a host without TLS', () => {
    expect(() => readModelAccess({ LAUNCH_LLM_ENDPOINTS: 'http://models.example/v1=MODEL_KEY' })).toThrow(/use https/);
  });
});
