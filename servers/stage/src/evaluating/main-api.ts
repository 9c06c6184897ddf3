/** The kinds of objects of Electron and Node that code in the main process can see. */
type Kind =
  | 'app'
  | 'commandLine'
  | 'BrowserWindow'
  | 'window'
  | 'webContents'
  | 'contents'
  | 'Menu'
  | 'menu'
  | 'menuItem'
  | 'screen'
  | 'nativeTheme'
  | 'globalShortcut'
  | 'powerMonitor'
  | 'ipcMain'
  | 'process';

/** The value of a member: copied data, another object, or a list of objects. */
type Gives = 'data' | Kind | `${Kind}[]`;

const data = (names: string): Readonly<Record<string, Gives>> =>
  Object.fromEntries(names.split(/\s+/u).map((name) => [name, 'data']));

/**
 * The members of each kind that code in the main process can use. All of them only read. Code gets an object with these
 * members and no others; methods and properties look as they do in Electron.
 */
export const mainApi: Readonly<Record<Kind, Readonly<Record<string, Gives>>>> = {
  app: {
    ...data(
      `name isPackaged getName getVersion getPath getAppPath getLocale getLocaleCountryCode getSystemLocale
      getPreferredSystemLanguages isReady whenReady hasSingleInstanceLock badgeCount getBadgeCount
      accessibilitySupportEnabled isAccessibilitySupportEnabled getAppMetrics getGPUFeatureStatus
      getLoginItemSettings isHidden isActive isInApplicationsFolder isEmojiPanelSupported isDefaultProtocolClient
      runningUnderARM64Translation userAgentFallback`,
    ),
    commandLine: 'commandLine',
  },
  commandLine: data('hasSwitch getSwitchValue'),
  BrowserWindow: { getAllWindows: 'window[]', getFocusedWindow: 'window', fromId: 'window' },
  window: {
    ...data(
      `id getTitle isVisible isFocused isDestroyed isMaximized isMinimized isFullScreen isSimpleFullScreen isNormal
      isModal isAlwaysOnTop isResizable isMovable isMinimizable isMaximizable isFullScreenable isClosable isEnabled
      isFocusable isKiosk isTabletMode isDocumentEdited isMenuBarVisible isMenuBarAutoHide isVisibleOnAllWorkspaces
      hasShadow getOpacity getBounds getContentBounds getNormalBounds getSize getContentSize getMinimumSize
      getMaximumSize getPosition getBackgroundColor getRepresentedFilename`,
    ),
    webContents: 'contents',
    getParentWindow: 'window',
    getChildWindows: 'window[]',
  },
  webContents: { getAllWebContents: 'contents[]', getFocusedWebContents: 'contents', fromId: 'contents' },
  contents: {
    ...data(
      `id getTitle getURL getType getUserAgent getZoomFactor getZoomLevel zoomFactor zoomLevel isDestroyed isFocused
      isLoading isLoadingMainFrame isWaitingForResponse isCrashed isDevToolsOpened isDevToolsFocused isAudioMuted
      isCurrentlyAudible isOffscreen isPainting getFrameRate getBackgroundThrottling getOSProcessId getProcessId
      getLastWebPreferences`,
    ),
    hostWebContents: 'contents',
  },
  Menu: { getApplicationMenu: 'menu' },
  menu: { items: 'menuItem[]', getMenuItemById: 'menuItem' },
  menuItem: {
    ...data('id label sublabel toolTip role type enabled visible checked accelerator userAccelerator commandId'),
    submenu: 'menu',
  },
  screen: data(
    'getAllDisplays getPrimaryDisplay getCursorScreenPoint getDisplayNearestPoint getDisplayMatching dipToScreenPoint',
  ),
  nativeTheme: data(
    `shouldUseDarkColors themeSource shouldUseHighContrastColors shouldUseInvertedColorScheme inForcedColorsMode
    prefersReducedTransparency`,
  ),
  globalShortcut: data('isRegistered'),
  powerMonitor: data('getSystemIdleState getSystemIdleTime isOnBatteryPower onBatteryPower getCurrentThermalState'),
  ipcMain: data('eventNames listenerCount'),
  process: data(
    `versions platform arch pid ppid type title execPath resourcesPath defaultApp uptime memoryUsage cpuUsage
    getCreationTime getSystemVersion getProcessMemoryInfo getSystemMemoryInfo cwd`,
  ),
};

/** The names that code finds in its scope. Each is the kind of the same name; `process` is not a part of Electron. */
export const mainScopeNames: readonly Kind[] = [
  'app',
  'BrowserWindow',
  'webContents',
  'Menu',
  'screen',
  'nativeTheme',
  'globalShortcut',
  'powerMonitor',
  'ipcMain',
  'process',
];

/** The members that stand for an object where it is a part of a result. */
export const mainSummaries: { readonly [Name in Kind]?: readonly string[] } = {
  window: ['id', 'getTitle', 'isVisible', 'isFocused', 'getBounds'],
  contents: ['id', 'getType', 'getTitle', 'getURL'],
  menu: ['items'],
  menuItem: ['id', 'label', 'role', 'type', 'enabled', 'visible', 'checked', 'accelerator', 'submenu'],
};
