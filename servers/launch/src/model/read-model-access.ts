import { isLoopback } from './client/model-access.ts';
import type { AllowedEndpoint, ModelAccess } from './client/model-access.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const variable = 'LAUNCH_LLM_ENDPOINTS';
const entry = /^(https?:\/\/[^\s?#@=]+)(?:=([A-Z_][A-Z0-9_]{0,99}))?$/;

/**
 * Reads which language models runs may use: a list of base addresses, each with the variable of its key, such as
 * `https://models.example/v1=MODEL_API_KEY`. Without it, endpoints on this machine are allowed, without a key; with
 * `none`, no endpoint is. Throws TypeError for an invalid list.
 */
export const readModelAccess = (environment: Environment): ModelAccess => {
  const given = environment[variable]?.trim();
  if (!given) return { endpoints: [], loopback: true };
  if (given === 'none') return { endpoints: [], loopback: false };
  const entries = given.split(',').map((text) => text.trim());
  return { endpoints: entries.filter((text) => text !== '').map((text) => read(text, environment)), loopback: false };
};

const read = (text: string, environment: Environment): AllowedEndpoint => {
  const [, url = '', keyName] = entry.exec(text) ?? [];
  if (!URL.canParse(url)) {
    throw new TypeError(
      `${variable} must be 'none' or a list of URLs, each with an optional key variable, such as https://models.example/v1=MODEL_API_KEY`,
    );
  }
  const { protocol, hostname } = new URL(url);
  if (keyName === undefined) return { url };
  if (protocol === 'http:' && !isLoopback(hostname)) {
    throw new TypeError(`${variable} must use https for ${hostname}, because that host receives a key`);
  }
  const key = environment[keyName];
  return { url, keyName, ...(key && { key }) };
};
