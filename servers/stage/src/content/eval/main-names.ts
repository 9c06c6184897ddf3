import { mainApi, mainScopeNames } from '../../evaluating/main-api.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** How code may use a global name. */
interface GlobalUse {
  /** The members that it may read and call. */
  readonly members?: readonly string[];
  readonly isCalled?: boolean;
  /** Whether `new` is allowed. */
  readonly isCreated?: boolean;
  /** Whether it may be passed on as a value. */
  readonly isValue?: boolean;
}

const languageGlobals: Readonly<Record<string, GlobalUse>> = {
  arg: { isValue: true },
  undefined: { isValue: true },
  NaN: { isValue: true },
  Infinity: { isValue: true },
  Object: { members: words('keys values entries fromEntries groupBy is hasOwn') },
  Array: { members: words('isArray from of'), isCreated: true },
  JSON: { members: words('stringify parse') },
  Math: {
    members: words(
      `abs cbrt ceil exp floor hypot log log10 log2 max min pow random round sign sqrt trunc E PI sin cos tan atan2`,
    ),
  },
  Number: {
    members: words(
      'isInteger isFinite isNaN isSafeInteger parseFloat parseInt MAX_SAFE_INTEGER MIN_SAFE_INTEGER EPSILON',
    ),
    isCalled: true,
    isValue: true,
  },
  String: { members: words('fromCharCode fromCodePoint'), isCalled: true, isValue: true },
  Boolean: { isCalled: true, isValue: true },
  BigInt: { isCalled: true },
  Date: { members: words('now parse UTC'), isCreated: true },
  Promise: { members: words('all allSettled any race resolve reject') },
  Map: { isCreated: true },
  Set: { isCreated: true },
  URL: { isCreated: true },
  URLSearchParams: { isCreated: true },
  Error: { isCalled: true, isCreated: true },
  isNaN: { isCalled: true, isValue: true },
  isFinite: { isCalled: true, isValue: true },
  parseInt: { isCalled: true },
  parseFloat: { isCalled: true },
  encodeURIComponent: { isCalled: true },
  decodeURIComponent: { isCalled: true },
};

/** The global names that code in the main process may use: those of the language that cannot change it, and the API. */
export const mainGlobals: ReadonlyMap<string, GlobalUse> = new Map([
  ...Object.entries(languageGlobals),
  ...mainScopeNames.map((name): [string, GlobalUse] => [name, { members: Object.keys(mainApi[name]) }]),
]);

/** Methods and properties of arrays, strings, numbers, dates, maps, promises, errors, patterns and addresses. */
const languageMembers = words(`
  length at concat entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf
  join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice toReversed toSorted
  toSpliced unshift values with
  charAt charCodeAt codePointAt endsWith localeCompare match matchAll normalize padEnd padStart repeat replace
  replaceAll search split startsWith substring toLowerCase toUpperCase trim trimEnd trimStart
  toFixed toPrecision toString toLocaleString
  getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds getMilliseconds getTimezoneOffset
  toISOString toDateString toTimeString
  get set has add delete size
  then catch finally
  name message
  test exec groups index input source flags
  href origin protocol host hostname port pathname searchParams hash getAll
`);

/** Fields of the data that the API gives. */
const dataFields = words(`
  x y width height left top right bottom id label bounds workArea workAreaSize size scaleFactor rotation internal
  colorDepth colorSpace displayFrequency touchSupport depthPerComponent monochrome detected
  pid type serviceName creationTime cpu memory sandboxed percentCPUUsage cumulativeCPUUsage idleWakeupsPerSecond
  workingSetSize peakWorkingSetSize privateBytes
  electron chrome node v8 uv modules
  rss heapTotal heapUsed external arrayBuffers user system residentSet private shared total free
  nodeIntegration nodeIntegrationInWorker nodeIntegrationInSubFrames contextIsolation sandbox preload webSecurity
  devTools webviewTag partition javascript images spellcheck zoomFactor backgroundThrottling offscreen
  allowRunningInsecureContent experimentalFeatures enableBlinkFeatures
  openAtLogin openAsHidden wasOpenedAtLogin status
  gpu_compositing rasterization skia_graphite video_decode video_encode vulkan webgl webgl2 webgpu
`);

/** The names that code in the main process may read on objects. */
export const mainMembers: ReadonlySet<string> = new Set([
  ...languageMembers,
  ...dataFields,
  ...Object.values(mainApi).flatMap((members) => Object.keys(members)),
]);
