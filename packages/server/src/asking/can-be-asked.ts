import type { ClientCapabilities } from '@modelcontextprotocol/server';
import type { Question } from '@recourse/engine/client';

type Asked = Pick<Question, 'kind' | 'params'>;

/** Whether a client has declared the capability that a question needs. */
export const canBeAsked = (capabilities: ClientCapabilities | undefined, { kind, params }: Asked): boolean => {
  if (kind !== 'elicitation') return capabilities?.[kind] !== undefined;
  return params['mode'] === 'url' ? capabilities?.elicitation?.url !== undefined : canAsk(capabilities);
};

/** The capability that a question needs. */
export const capabilitiesFor = ({ kind, params }: Asked): ClientCapabilities =>
  kind === 'elicitation' ? { elicitation: params['mode'] === 'url' ? { url: {} } : { form: {} } } : { [kind]: {} };

/** Whether a client can show a form. One that names no mode has the oldest mode, the form. */
export const canAsk = (capabilities: Pick<ClientCapabilities, 'elicitation'> | undefined): boolean => {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
};
