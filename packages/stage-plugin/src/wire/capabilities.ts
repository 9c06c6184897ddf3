/** DevTools domains that a plugin can be granted. Those that run code or reach other targets are not among them. */
export const pluginDomains = [
  'DOMStorage',
  'Emulation',
  'Fetch',
  'IndexedDB',
  'Network',
  'Performance',
  'Storage',
] as const;

/** The capabilities, and the permission that each gives. A plugin has those that it declares and the operator grants. */
export const pluginCapabilities = {
  page: 'run code in pages',
  main: 'run code in the main process of an app',
  elements: 'find elements by reference, selector, or role and name',
  pictures: 'take screenshots, with secrets blacked out',
  files: 'read and write files in its own folder',
  apps: 'read files of apps in STAGE_APP_ROOTS',
  calls: 'see calls to other tools, and call tools',
  'devtools:DOMStorage': 'use the DevTools domain DOMStorage',
  'devtools:Emulation': 'use the DevTools domain Emulation',
  'devtools:Fetch': 'use the DevTools domain Fetch',
  'devtools:IndexedDB': 'use the DevTools domain IndexedDB',
  'devtools:Network': 'use the DevTools domain Network',
  'devtools:Performance': 'use the DevTools domain Performance',
  'devtools:Storage': 'use the DevTools domain Storage',
} as const satisfies Readonly<Record<string, string>> &
  Readonly<Record<`devtools:${(typeof pluginDomains)[number]}`, string>>;

export type PluginCapability = keyof typeof pluginCapabilities;

export const pluginCapabilityNames = Object.keys(pluginCapabilities) as readonly PluginCapability[];
