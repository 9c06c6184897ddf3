import type { Json } from '@recourse/contract';

/** Code that a tester sends, with its result on the sample page or in the sample app. */
export interface HonestCode {
  readonly code: string;
  readonly arg?: Json;
  readonly result: Json;
}

const gives = (result: Json, codes: readonly string[], arg?: Json): readonly HonestCode[] =>
  codes.map((code) => ({ code, result, ...(arg !== undefined && { arg }) }));

/** The page that code runs in. */
export const samplePage = `<!doctype html>
<title>Board</title>
<h1 id="title" class="big head">Board</h1>
<ul><li data-id="1">One</li><li data-id="2">Two</li><li>Three</li></ul>
<a href="/home">Home</a>
<label>Name <input id="name" value="Ada" /></label>
<label>Password <input id="password" type="password" value="correct horse" /></label>
<button id="save" class="primary">Save</button>
<details id="more" open><summary>More</summary>Text</details>
<script>
  var state = { user: { name: 'Ada', roles: ['admin', 'author'] }, isFunction: (x) => typeof x === 'function' };
  function isFunction(x) { return typeof x === 'function'; }
  function retrieval(key) { return 'value of ' + key; }
  localStorage.setItem('theme', 'dark');
</script>`;

/** Code of any process. */
const everywhere: readonly HonestCode[] = [
  ...gives(2, [
    '1 + 1',
    'return 1 + 1',
    '() => 1 + 1',
    'async () => 1 + 1',
    'await Promise.resolve(2)',
    '(function () { return 2 })',
    '2 // two',
    '2;;',
    'const two = 2; two',
    '{ const x = 2; return x }',
    'let n = 0; for (const x of [1, 1]) n += x; n',
    'if (true) return 2; return 3',
    'function two() { return 2 }',
    'try { null.x } catch (error) { return 2 }',
    'label: for (;;) { break label } return 2',
  ]),
  ...gives('a-b', [
    '["a", "b"].join("-")',
    '`a-${"b"}`',
    '"A-B".toLowerCase()',
    '"a b".replace(" ", "-")',
    '"a b".split(" ").join("-")',
  ]),
  ...gives(
    [2, 4],
    [
      '[1, 2].map((x) => x * 2)',
      'const list = []; for (let i = 1; i < 3; i += 1) list.push(i * 2); return list',
      '[...new Set([2, 2, 4])]',
      '[4, 2].sort((a, b) => a - b)',
      'Array.from({ length: 2 }, (_, i) => (i + 1) * 2)',
    ],
  ),
  ...gives({ a: 1, b: 2 }, [
    '({ a: 1, b: 2 })',
    '{ a: 1, b: 2 }',
    'JSON.parse(JSON.stringify({ a: 1, b: 2 }))',
    'Object.fromEntries([["a", 1], ["b", 2]])',
    'const o = { a: 1 }; return { ...o, b: 2 }',
  ]),
  ...gives(
    'Ada',
    [
      'arg.user.name',
      '(given) => given.user.name',
      '({ user: { name } }) => name',
      'const { user } = arg; return user.name',
      'arg["user"]["name"]',
      'arg?.user?.name',
      'let arg = "Ada"; return arg',
    ],
    { user: { name: 'Ada' } },
  ),
  ...gives(
    { a: 2, b: 1 },
    ['const counts = {}; for (const w of arg) counts[w] = (counts[w] || 0) + 1; return counts'],
    ['a', 'b', 'a'],
  ),
  ...gives('1', [
    '"1.4.0".match(/(?<major>\\d+)\\.(?<minor>\\d+)/).groups.major',
    'const { groups: { major } } = /(?<major>\\d)/.exec("1.4"); return major',
  ]),
  ...gives(7, ['({ least = 7 } = {}) => least']),
  ...gives('b', ['"a,b,c".split(",")[Math.floor(1.5)]']),
  ...gives('process.exit()', ['"process.exit()"', '/* require("fs") */ "process.exit()"', '"process" + ".exit()"']),
  ...gives(true, [
    '/^process$/.test("process")',
    'const evaluation = true; evaluation',
    'const isFunction = () => true; return isFunction()',
    'const retrieval = () => true; return retrieval()',
    'const processed = [true]; processed[0]',
    'const required = true; required',
  ]),
  ...gives(null, ['undefined', 'null', 'return', ';']),
];

/** Code that reads the sample page. */
export const honestInRenderer: readonly HonestCode[] = [
  ...everywhere,
  ...gives('Board', [
    'document.title',
    'document.querySelector("h1").textContent',
    'window.document.title',
    'globalThis.document.title',
    '() => document.title',
    'const { title } = document; return title',
  ]),
  ...gives(
    ['One', 'Two', 'Three'],
    [
      '[...document.querySelectorAll("li")].map((li) => li.textContent)',
      'Array.from(document.querySelectorAll("li"), (li) => li.textContent)',
    ],
  ),
  ...gives('Two', [
    'document.querySelectorAll("li")[1].textContent',
    'const items = document.querySelectorAll("li"); let i = 0; i += 1; return items[i].textContent',
  ]),
  ...gives('1', ['document.querySelector("li").dataset.id', 'document.querySelector("li").getAttribute("data-id")']),
  ...gives('Ada', [
    'document.querySelector("#name").value',
    'document.getElementById("name").value',
    'state.user.name',
  ]),
  ...gives('[element h1#title.big.head]', ['document.querySelector("h1")']),
  ...gives(['[element li]', '[element li]', '[element li]'], ['document.querySelectorAll("li")']),
  ...gives(
    ['Ada', ['admin', 'author']],
    [
      'Object.values(JSON.parse(JSON.stringify(state.user)))',
      'const user = JSON.parse(JSON.stringify(state.user)); return Object.entries(user).map(([, value]) => value)',
    ],
  ),
  ...gives('Save', [
    'let seen; const b = document.querySelector("#save"); b.addEventListener("click", (e) => { seen = e.currentTarget.textContent }, { once: true }); b.click(); return seen',
  ]),
  ...gives('{"name":"Ada"}', ['JSON.stringify(state.user, ["name"])']),
  ...gives('dark', ['localStorage.getItem("theme")', 'localStorage.theme']),
  ...gives(true, [
    'document.querySelector("#more").open',
    'const more = document.querySelector("#more"); more.open = false; more.open = true; return more.open',
    '[...document.querySelectorAll("details")].every((one) => one.open === true)',
    'isFunction(isNaN)',
    'state.isFunction(() => 1)',
    'typeof window !== "undefined"',
    'typeof process === "undefined" && typeof require === "undefined"',
    '"state" in window',
    'window === window.top',
    'Object.keys(window).includes("state")',
    'matchMedia("(min-width: 1px)").matches',
    'document.querySelector("h1").checkVisibility()',
  ]),
  ...gives('value of x', ['retrieval("x")']),
  ...gives('HTMLButtonElement', ['document.querySelector("button").constructor.name']),
  ...gives('/home', [
    'new URL(document.querySelector("a").href, location.href).pathname',
    'document.links[0].getAttribute("href")',
  ]),
  ...gives({ href: '/home', type: 'link' }, [
    'const row = {}; row.href = document.links[0].getAttribute("href"); row.type = "l" + "ink"; return row',
  ]),
  ...gives('rgb(0, 0, 0)', ['getComputedStyle(document.querySelector("h1")).color']),
  ...gives('done', [
    'await new Promise((resolve) => setTimeout(() => resolve("done"), 1))',
    'new Promise((resolve) => setTimeout(resolve, 1)).then(() => "done")',
    'const box = document.createElement("div"); box.textContent = "done"; return box.textContent',
    'document.body.dataset.state = "done"; return document.body.dataset.state',
    'alert("hello"); "done"',
  ]),
  ...gives('', ['const box = document.createElement("div"); box.innerHTML = ""; return box.innerHTML']),
  ...gives(2, [
    'class Counter { #n = 1; add() { return ++this.#n } } new Counter().add()',
    'const clicked = []; document.querySelector("#save").addEventListener("click", () => clicked.push(1)); document.querySelector("#save").click(); document.querySelector("#save").click(); return clicked.length',
  ]),
  ...gives(3, [
    'document.querySelectorAll("li").length',
    'const t = document.createTreeWalker(document.querySelector("ul"), NodeFilter.SHOW_ELEMENT); let n = 0; while (t.nextNode()) n++; return n',
  ]),
  ...gives(['1', '2'], ['[...document.querySelectorAll("li[data-id]")].map((li) => li.dataset.id)']),
  ...gives(true, [
    'document.querySelector("#save").matches(".primary")',
    'Object.keys(localStorage).includes("theme")',
    'new Set(document.querySelector("h1").className.split(" ")).has("head")',
    'document.querySelector("h1").closest("main") === null',
    'document.querySelector("#more").hasAttribute("open")',
    'document.querySelector("#name").validity.valid',
  ]),
  ...gives('home', ['document.querySelector("a").getAttribute("href").slice(1)']),
  ...gives({ name: 'text', password: 'password' }, [
    'const seen = {}; document.querySelectorAll("input").forEach((i) => { seen[i.id] = i.type }); return seen',
  ]),
  ...gives('name', ['document.querySelector("label").control.id']),
  ...gives('Name', ['document.querySelector("input").labels[0].textContent.trim()']),
  ...gives('complete', ['document.readyState']),
  ...gives('loaded', ['await document.fonts.ready; return document.fonts.status']),
  ...gives('b', ['new URLSearchParams("?q=a&r=b").get("r")']),
  ...gives({ a: [1] }, ['structuredClone({ a: [1] })']),
  ...gives({ b: 2 }, ['const { a, ...rest } = { a: 1, b: 2 }; return rest']),
  ...gives([1, 2], ['function* g() { yield 1; yield 2 } return [...g()]']),
  ...gives('x', ['atob(btoa("x"))']),
  ...gives(4, ['const bytes = new Uint8Array(4); crypto.getRandomValues(bytes); return bytes.length']),
  ...gives(7, ['for await (const x of [7]) return x']),
  ...gives(true, [
    'Object.prototype.hasOwnProperty.call(state, "user")',
    'Object.prototype.toString.call([]) === "[object Array]"',
    'Array.prototype.every.call(document.querySelectorAll("li"), (li) => li.isConnected)',
    'function Point(x) {} Point.prototype.size = 2; return new Point().size === 2',
    'typeof HTMLElement.prototype.click === "function"',
    'const text = document.createTextNode("a"); text.data = "b"; return text.data === "b"',
    'const reply = {}; reply.data = document.title; return reply.data === "Board"',
    'typeof indexedDB.open === "function"',
  ]),
  ...gives('done', [
    'new Promise((resolve, reject) => { const late = setTimeout(() => reject(new Error("late")), 5000); document.fonts.ready.then(() => { clearTimeout(late); resolve("done") }) })',
  ]),
];

/** Code that reads the main process of the sample app. */
export const honestInMain: readonly HonestCode[] = [
  ...everywhere,
  ...gives('hello', ['app.getName()', 'app.name', '() => app.getName()', 'const name = app.getName(); name']),
  ...gives(false, [
    'app.isPackaged',
    'app.commandLine.hasSwitch("no-such-switch")',
    'globalShortcut.isRegistered("Alt+F12")',
    'BrowserWindow.getAllWindows()[0].isMaximized()',
    'BrowserWindow.getAllWindows().some((w) => w.isFullScreen())',
    'webContents.getAllWebContents().some((c) => c.isCrashed())',
  ]),
  ...gives(true, [
    'app.isReady()',
    'app.whenReady().then(() => true)',
    'BrowserWindow.getAllWindows()[0].isVisible()',
    'BrowserWindow.getAllWindows().every((w) => !w.isDestroyed())',
    'BrowserWindow.getAllWindows()[0].webContents.getLastWebPreferences().contextIsolation',
    'process.versions.electron.split(".").length === 3',
    'process.memoryUsage().heapUsed > 0',
    'app.getPath("userData").length > 0',
    'app.getGPUFeatureStatus().gpu_compositing.length > 0',
    'app.getAppMetrics().some(({ type }) => type === "Browser")',
    'screen.getAllDisplays().every((d) => d.bounds.width > 0)',
    'screen.getPrimaryDisplay().workAreaSize.height > 0',
    'typeof nativeTheme.shouldUseDarkColors === "boolean"',
    'process.uptime() > 0',
    'Array.isArray(ipcMain.eventNames())',
    'powerMonitor.getSystemIdleTime() >= 0',
    'BrowserWindow.getAllWindows()[0] === BrowserWindow.getAllWindows()[0]',
    'BrowserWindow.getAllWindows()[0].getBounds().width <= 600',
    'const [first] = BrowserWindow.getAllWindows(); return BrowserWindow.fromId(first.id) === first',
    'const { width, height } = BrowserWindow.getAllWindows()[0].getBounds(); return width > 0 && height > 0',
    'new Date().getFullYear() > 2000',
    'Math.max(...BrowserWindow.getAllWindows().map((w) => w.id)) > 0',
    'new Map([["a", true]]).get("a")',
    'BrowserWindow.getAllWindows()[0].getParentWindow() === null',
    'process.pid === app.getAppMetrics().find((one) => one.type === "Browser").pid',
  ]),
  ...gives(1, [
    'BrowserWindow.getAllWindows().length',
    'BrowserWindow.getAllWindows().filter((w) => w.isVisible()).length',
    'const all = BrowserWindow.getAllWindows().map((w) => ({ title: w.getTitle(), shown: w.isVisible() })); return all.filter((one) => one.shown).length',
  ]),
  ...gives(
    ['Hello'],
    [
      'BrowserWindow.getAllWindows().map((w) => w.getTitle())',
      'BrowserWindow.getAllWindows().map((w) => w.webContents.getTitle())',
    ],
  ),
  ...gives('index.html', [
    'BrowserWindow.getAllWindows()[0].webContents.getURL().split("/").at(-1)',
    'new URL(BrowserWindow.getAllWindows()[0].webContents.getURL()).pathname.split("/").at(-1)',
  ]),
  ...gives('linux', ['process.platform']),
  ...gives(0, [
    'BrowserWindow.getAllWindows()[0].getChildWindows().length',
    'ipcMain.listenerCount("no-such-channel")',
  ]),
  ...gives('File', [
    'Menu.getApplicationMenu().items[0].label',
    'Menu.getApplicationMenu().items.map(({ label }) => label)[0]',
  ]),
  ...gives(true, [
    'BrowserWindow.getAllWindows().find((w) => w.getTitle() === "Hello")?.isVisible() ?? false',
    'Object.entries(app.getGPUFeatureStatus()).length > 0',
    'const found = /^v?(\\d+)\\./.exec(process.versions.node); return Number(found[1]) >= 18',
    'new Date(process.getCreationTime()).getFullYear() > 2000',
    '`${(process.getSystemMemoryInfo().total / 1e6).toFixed(1)} GB`.endsWith(" GB")',
    '() => BrowserWindow.fromId(99999) === null',
    'JSON.parse(JSON.stringify(app.getAppMetrics())).length > 0',
    'BrowserWindow.getAllWindows().every((w) => !w.webContents.isDevToolsOpened())',
  ]),
  ...gives({ title: 'Hello' }, [
    'const out = {}; for (const w of BrowserWindow.getAllWindows()) { out.title = w.getTitle() } return out',
  ]),
  ...gives(1, [
    'BrowserWindow.getAllWindows().map(({ id }) => id).sort((a, b) => a - b).length',
    'switch (process.platform) { case "linux": return 1; default: return 2 }',
    'webContents.getAllWebContents().filter((c) => c.getType() === "window").length',
    'async () => { await app.whenReady(); return 1 }',
    'const seen = new Set(BrowserWindow.getAllWindows().map((w) => w.getTitle())); return seen.size',
  ]),
  ...gives('none', ['try { return app.getPath("nope") } catch (error) { return "none" }']),
  ...gives(10, ['let n = 0; while (n < 10) { n++ } return n']),
  ...gives(3, ['let n = 0; do { n++ } while (n < 3); n']),
  ...gives(55, ['const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2)); return f(10)']),
  ...gives({ Hello: true }, ['Object.fromEntries(BrowserWindow.getAllWindows().map((w) => [w.getTitle(), true]))']),
  ...gives({ open: 1 }, ['const s = { open: 0 }; s.open += 1; return s']),
  ...gives([1, 3], ['const a = [3, 1]; [a[0], a[1]] = [a[1], a[0]]; return a']),
];
