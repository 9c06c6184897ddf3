import { defineStagePlugin } from '@recourse/stage-plugin';
import { nativeCodes } from './codes.ts';
import { menuInvoke } from './tools/menu-invoke.ts';
import { menuItemTool } from './tools/menu-item.ts';
import { menu } from './tools/menu.ts';
import { notificationsStart } from './tools/notifications-start.ts';
import { notificationsStop } from './tools/notifications-stop.ts';
import { notifications } from './tools/notifications.ts';
import { trayInvoke } from './tools/tray-invoke.ts';
import { trays } from './tools/trays.ts';

export { nativeCodes } from './codes.ts';

export default defineStagePlugin({
  name: 'native',
  version: '0.1.0',
  stage: '^0.1.0',
  codes: nativeCodes,
  tools: [menu, menuItemTool, menuInvoke, notificationsStart, notifications, notificationsStop, trays, trayInvoke],
});
