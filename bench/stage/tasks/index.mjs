import { apps } from './apps.mjs';
import { content } from './content.mjs';
import { dialogs } from './dialogs.mjs';
import { forms } from './forms.mjs';
import { lists } from './lists.mjs';

export const tasks = [...forms, ...lists, ...dialogs, ...content, ...apps];
