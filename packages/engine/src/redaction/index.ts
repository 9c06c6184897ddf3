export { maskSensitive } from './mask-sensitive.ts';
export { redact, redactText } from './redact.ts';
export { looksSecret } from './secret-keys.ts';
export { mask, maskTexts } from './secret-texts.ts';
