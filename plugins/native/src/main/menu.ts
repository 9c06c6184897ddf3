import { withFunctions } from '@recourse/stage-plugin';
import type { Electron, Menu, MenuItem } from './electron.ts';

/** A menu item as answers show it. */
export interface ShownItem {
  readonly path: readonly string[];
  readonly type: string;
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly checked?: boolean;
  readonly accelerator?: string;
  readonly role?: string;
  readonly id?: string;
}

export type MenuOutcome =
  | { readonly items: readonly ShownItem[]; readonly count: number }
  | { readonly missing: string; readonly available: readonly string[] }
  | { readonly unsupported: string };

export interface MenuRequest {
  readonly operation: 'list' | 'read' | 'invoke';
  readonly path: readonly string[];
  readonly most: number;
}

/** Runs in the main process: the label without the mark of its access key. */
const nameOf = ({ label, id = '' }: MenuItem): string => (label || id).replaceAll('&', '').slice(0, 200);

const showItem = (item: MenuItem, path: readonly string[]): ShownItem => ({
  path,
  type: item.type,
  enabled: item.enabled,
  visible: item.visible,
  ...((item.type === 'checkbox' || item.type === 'radio') && { checked: item.checked }),
  ...(item.accelerator && { accelerator: item.accelerator }),
  ...(item.role && { role: item.role }),
  ...(item.id && { id: item.id }),
});

const listItems = (menu: Menu, above: readonly string[]): readonly ShownItem[] =>
  menu.items
    .filter(({ type }) => type !== 'separator')
    .flatMap((item) => {
      const path = [...above, nameOf(item)];
      const below = item.submenu && above.length < 8 ? listItems(item.submenu, path) : [];
      return [showItem(item, path), ...below];
    });

/** Runs in the main process: reads the menu of the app, or invokes one of its items. */
const run = ({ Menu: menus, BrowserWindow }: Electron, { operation, path, most }: MenuRequest): MenuOutcome => {
  const menu = menus.getApplicationMenu();
  if (!menu) return { unsupported: 'the app has no menu' };
  if (operation === 'list') {
    const all = listItems(menu, []);
    return { items: all.slice(0, most), count: all.length };
  }
  let items = menu.items;
  let item: MenuItem | undefined;
  for (const name of path) {
    item = items.find((one) => nameOf(one) === name) ?? items.find(({ id }) => id === name);
    if (!item)
      return {
        missing: path.join(' > '),
        available: items
          .map(nameOf)
          .filter((one) => one !== '')
          .slice(0, 50),
      };
    items = item.submenu?.items ?? [];
  }
  if (!item) return { unsupported: 'the path is empty' };
  if (operation === 'invoke') {
    if (item.submenu) return { unsupported: 'the item opens a submenu; add the name of an item in it to the path' };
    if (!item.enabled) return { unsupported: 'the item is disabled' };
    if (!item.visible) return { unsupported: 'the item is not visible' };
    const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
    item.click({}, window, window?.webContents);
  }
  return { items: [showItem(item, path)], count: 1 };
};

export const useMenu = withFunctions({ nameOf, showItem, listItems }, run);
