import type { ClientCapabilities } from '@modelcontextprotocol/server';
import type { Question } from '@recourse/engine/client';
import { canAsk } from '../../confirmation/form.ts';

type Asked = Pick<Question, 'kind' | 'params'>;

/** Whether a client has declared that it can be asked this. */
export const canBeAsked = (capabilities: ClientCapabilities | undefined, { kind, params }: Asked): boolean => {
  if (kind !== 'elicitation') return capabilities?.[kind] !== undefined;
  return params['mode'] === 'url' ? capabilities?.elicitation?.url !== undefined : canAsk(capabilities);
};

/** What a client would have to declare. */
export const capabilitiesFor = ({ kind, params }: Asked): ClientCapabilities =>
  kind === 'elicitation' ? { elicitation: params['mode'] === 'url' ? { url: {} } : { form: {} } } : { [kind]: {} };
