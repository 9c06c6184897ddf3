const secretWords = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pwd',
  'secret',
  'token',
  'authorization',
  'cookie',
  'credential',
  'apikey',
  'accesskey',
  'privatekey',
  'secretkey',
  'signingkey',
  'encryptionkey',
  'sshkey',
  'jwt',
  'bearer',
  'otp',
  'pin',
  'cvv',
  'idempotencykey',
];
const singular: ReadonlySet<string> = new Set(secretWords);
const plural: ReadonlySet<string> = new Set(secretWords.map((word) => `${word}s`));

/**
 * How a key looks: `secret` masks whatever it holds, `secrets` masks unless it is a number, because `tokens: 512` is
 * a count. Spelling does not matter: apiKey, API_KEY and api-key are one.
 */
export const looksSecret = (key: string): 'secret' | 'secrets' | undefined => {
  const known = remembered.get(key);
  if (known !== undefined) return known === 'no' ? undefined : known;
  const judged = judge(key.slice(0, 100)) ?? 'no';
  if (remembered.size < mostRemembered && key.length <= 100) remembered.set(key, judged);
  return judged === 'no' ? undefined : judged;
};

/** Keys repeat from call to call; the bound keeps a caller from filling the memory with new ones. */
const mostRemembered = 2000;
const remembered = new Map<string, 'secret' | 'secrets' | 'no'>();

const judge = (key: string): 'secret' | 'secrets' | undefined => {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  const whole = words.join('');
  const pairs = words.slice(1).map((word, index) => `${words[index] ?? ''}${word}`);
  const parts = [...words, ...pairs, whole];
  if (parts.some((part) => singular.has(part)) || endsSecretly(whole)) return 'secret';
  return parts.some((part) => plural.has(part)) ? 'secrets' : undefined;
};

/** `userpassword` has no boundary to split at. Short words such as `pin` would find too much this way. */
const endsSecretly = (whole: string): boolean =>
  secretWords.some((word) => word.length > 5 && whole.endsWith(word)) || /(?:access|auth|id|refresh)token$/.test(whole);
