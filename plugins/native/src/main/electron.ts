/** The parts of Electron that the plugin uses in the main process. */
export interface Electron {
  readonly Menu: { getApplicationMenu(): Menu | null };
  readonly BrowserWindow: { getFocusedWindow(): Window | null; getAllWindows(): readonly Window[] };
  readonly Tray: { readonly prototype: object };
  readonly Notification: { readonly prototype: { show(): void } };
}

export interface Menu {
  readonly items: readonly MenuItem[];
}

export interface MenuItem {
  readonly id?: string;
  readonly label: string;
  readonly type: string;
  readonly role?: string;
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly checked: boolean;
  readonly accelerator?: string | null;
  readonly submenu?: Menu | null;
  click(event: object, window: Window | undefined, contents: unknown): void;
}

interface Window {
  readonly webContents: unknown;
}

export interface Tray {
  isDestroyed(): boolean;
  getBounds(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  eventNames(): readonly (string | symbol)[];
  emit(event: string, ...given: readonly unknown[]): boolean;
}
