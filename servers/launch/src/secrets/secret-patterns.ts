/** Patterns of secrets, by kind. Each pattern takes time in proportion to the text. */
export const secretPatterns: Readonly<Record<string, RegExp>> = {
  // To its end; without one, as far as it looks like a key.
  'private key':
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:(?:[^-]|-(?!----)){0,20000}-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|(?:\s{0,8}[A-Za-z0-9+/=]{16,100}){0,400})/gu,
  'GitHub token': /\bgh[pousr]_[A-Za-z0-9]{36,}/gu,
  'GitHub fine-grained token': /\bgithub_pat_\w{40,}/gu,
  'GitLab token': /\bglpat-[\w-]{20,}/gu,
  'npm token': /\bnpm_[A-Za-z0-9]{36}\b/gu,
  'PyPI token': /\bpypi-AgE[\w-]{50,}/gu,
  'AWS access key': /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/gu,
  'Google API key': /\bAIza[\w-]{35}/gu,
  'Slack token': /\bxox[abeoprs]-[\w-]{10,}/gu,
  'Slack webhook': /\bhooks\.slack\.com\/services\/T\w{6,}\/B\w{6,}\/\w{16,}/gu,
  'Stripe key': /\b[rs]k_live_[A-Za-z0-9]{16,}/gu,
  'OpenAI key': /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9]{20,}T3BlbkFJ[\w-]{10,}/gu,
  'Anthropic key': /\bsk-ant-[\w-]{40,}/gu,
  'SendGrid key': /\bSG\.[\w-]{16,32}\.[\w-]{32,64}/gu,
  'JSON web token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/gu,
  'password in a URL': /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,100}:[^\s/@]{3,200}@/gu,
  'bearer token': /\bauthorization["']?\s{0,3}:\s{0,3}["']?bearer\s{1,3}[\w.~+/-]{20,}/giu,
};
