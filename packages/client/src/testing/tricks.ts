import type { Scripted } from './scripted-client.ts';

const envelope = {
  ok: false,
  code: 'UPSTREAM_UNAVAILABLE',
  error: 'busy',
  retryable: true,
  recovery: 'retry',
  effect: 'unknown',
};

const asResult = (body: unknown, more: object = {}): Scripted => ({
  result: { isError: true, content: [], structuredContent: body, ...more },
});
const asText = (text: string): Scripted => ({ result: { isError: true, content: [{ type: 'text', text }] } });

/** Made once: they are large, and they are not changed. */
const hugeText = JSON.stringify({ ...envelope, error: 'x'.repeat(1_000_000) });
const manyValues = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`v${index}`, index]));
let deepValue: object = {};
for (let level = 0; level < 3_000; level += 1) deepValue = { deeper: deepValue };
const deepText = `{"ok":false,"details":${'['.repeat(100_000)}`;
const cyclic: Record<string, unknown> = { ...envelope };
cyclic['details'] = { cyclic };
cyclic['next_actions'] = [{ tool: 'find_payment', arguments: cyclic, why: '' }];

const throwing = (...names: readonly string[]): object => {
  const value = { ...envelope };
  for (const name of names) {
    Object.defineProperty(value, name, {
      enumerable: true,
      get: () => {
        throw new Error('looked at');
      },
    });
  }
  return value;
};
const refusing = new Proxy({}, { get: refuse, ownKeys: refuse, has: refuse, getOwnPropertyDescriptor: refuse });
function refuse(): never {
  throw new Error('looked at');
}
const changing = (): object => {
  let times = 0;
  return {
    ...envelope,
    get effect() {
      return (times += 1) % 2 === 0 ? 'partial' : 'unknown';
    },
  };
};
const polluting = JSON.parse(
  `{"ok":false,"code":"VALIDATION_INVALID_VALUE","error":"","retryable":false,"recovery":"fix_input","effect":"unknown",
    "__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},
    "details":{"__proto__":{"polluted":true},"problems":[
      {"path":"/__proto__/polluted","keyword":"type","message":"","suggestion":true},
      {"path":"","keyword":"additionalProperties","message":"","params":{"additionalProperty":"n"},"suggestion":"__proto__"}]}}`,
) as object;

/** An action that leads to itself, and a call that its own failure names. */
const circle = {
  ...envelope,
  code: 'CONFLICT_ALREADY_EXISTS',
  retryable: false,
  recovery: 'change_state',
  next_actions: ['open_account', 'pay', 'open_account'].map((tool) => ({ tool, arguments: {}, why: '' })),
};
const crowd = Array.from({ length: 1_000 }, () => ({ tool: 'delete_everything', arguments: {}, why: 'x'.repeat(100) }));

/** Answers that no honest server sends. Their statements about the effect cannot be relied on. */
export const tricks: Readonly<Record<string, () => Scripted>> = {
  'a text of a million characters': () => asText(hugeText),
  'a text of a hundred thousand levels': () => asText(deepText),
  'fifty thousand values': () => asResult({ ...envelope, details: manyValues }),
  'three thousand levels': () => asResult({ ...envelope, details: deepValue }),
  'as many levels in the canonical form': () =>
    asResult(undefined, { _meta: { 'dev.recourse/failure': { ...envelope, details: deepValue } } }),
  'an envelope in itself': () => asResult(cyclic),
  'a code that throws': () => asResult(throwing('code')),
  'an effect that throws': () => asResult(throwing('effect', 'recovery', 'next_actions')),
  'an effect that is another each time': () => asResult(changing()),
  'content that refuses to be looked at': () => asResult(refusing),
  'meta that refuses to be looked at': () => asResult(refusing, { _meta: refusing }),
  'a result that refuses to be looked at': () => ({ result: refusing }),
  'a result whose fields throw': () => ({ result: throwing('isError', 'structuredContent') }),
  'no prototype': () => asResult(Object.assign(Object.create(null) as object, envelope)),
  'prototypes for everybody': () => asResult(polluting),
  'a circle of next actions': () => asResult(circle),
  'a thousand next actions': () => asResult({ ...envelope, next_actions: crowd }),
  'an endless wait': () => asResult({ ...envelope, recovery: 'wait', retry_after_ms: Number.MAX_SAFE_INTEGER }),
  'a wait back in time': () => asResult({ ...envelope, recovery: 'wait', retry_after_ms: -1e308 }),
  'a lie about repetition': () => asResult({ ...envelope, code: 'INTERNAL_ERROR', retryable: true }),
  'nothing at all': () => ({ result: undefined }),
  'a list in place of a result': () => ({ result: [envelope] }),
  'an error that refuses to be looked at': () => ({ thrown: refusing }),
  'an error whose fields throw': () => ({ thrown: throwing('message', 'code') }),
  'an error that is nothing': () => ({ thrown: undefined }),
};
