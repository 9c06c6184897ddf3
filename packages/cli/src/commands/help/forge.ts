import { forgeHelp } from '@recourse/forge/help';
import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse forge`. */
export const help = `${forgeHelp}

${exitHelp('forge')}`;
