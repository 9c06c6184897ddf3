export { maskSensitive } from './mask-sensitive.ts';
export { redact, redactText } from './redact.ts';
