import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event that a control of a page has received. */
interface Received {
  /** The name of the control, which no other control of any page ever has. */
  readonly name: string;
  readonly event: string;
}

export interface StormPages {
  readonly url: string;
  /** The events that all pages have reported so far. */
  readonly received: readonly Received[];
  readonly close: () => void;
}

/** Serves a page whose controls report each event, while they move, are replaced, disabled and covered. */
export const serveStormPages = async (): Promise<StormPages> => {
  const received: Received[] = [];
  let loads = 0;
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push(JSON.parse(body) as Received);
        response.end();
      });
      return;
    }
    loads += 1;
    response.setHeader('content-type', 'text/html');
    response.end(page.replace('LOAD', String(loads)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const page = `<!doctype html><meta charset=utf-8><title>Storm</title><h1>Storm</h1>
<style>#controls > * { display: inline-block; margin: 6px; min-width: 90px; min-height: 24px }
#cover { position: fixed; inset: 0; background: #fffc } #cover[hidden] { display: none }</style>
<main id=controls></main><div id=cover role=dialog aria-label=Cover hidden></div>
<script>
  const load = 'LOAD';
  let last = 0;
  const report = (name, event) => navigator.sendBeacon('/received', JSON.stringify({ name, event }));
  const make = (tag, kind, fields, events) => {
    last += 1;
    const name = kind + ' ' + load + '-' + last;
    const control = Object.assign(document.createElement(tag), fields(name));
    if (tag !== 'button') control.setAttribute('aria-label', name);
    for (const [event, act] of Object.entries(events)) control.addEventListener(event, (given) => { report(name, event); act?.(given, name); });
    return control;
  };
  const kinds = [
    () => make('button', 'Press', (name) => ({ textContent: name }), { click: null, contextmenu: (event) => event.preventDefault() }),
    () => make('button', 'Ask', (name) => ({ textContent: name }), { click: (_, name) => confirm(name) }),
    () => make('button', 'Reach', (name) => ({ textContent: name }), { mouseover: null }),
    () => make('input', 'Field', () => ({}), { input: null }),
    () => make('textarea', 'Text', () => ({}), { input: null }),
    () => make('input', 'Check', () => ({ type: 'checkbox' }), { change: null }),
    () => make('input', 'Files', () => ({ type: 'file', multiple: true }), { change: null }),
    () => make('select', 'Choose', () => ({ innerHTML: '<option>One<option>Two' }), { change: null }),
    () => { const editor = make('div', 'Editor', () => ({ contentEditable: 'true' }), { input: null }); editor.setAttribute('role', 'textbox'); return editor; },
    () => { const card = make('div', 'Card', (name) => ({ draggable: true, textContent: name }), { dragstart: (event, name) => event.dataTransfer.setData('text/plain', name) }); card.setAttribute('role', 'button'); return card; },
    () => { const place = make('div', 'Place', (name) => ({ textContent: name }), { drop: (event) => event.preventDefault() }); place.setAttribute('role', 'group'); place.addEventListener('dragover', (event) => event.preventDefault()); return place; },
  ];
  controls.append(...kinds.map((kind) => kind()), ...kinds.map((kind) => kind()));
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const changes = [
    () => controls.append(any(controls.children)),
    () => controls.prepend(any(controls.children)),
    () => any(controls.children).replaceWith(any(kinds)()),
    () => { const control = any(controls.children); control.disabled = true; setTimeout(() => { control.disabled = false; }, 200); },
    () => { cover.hidden = false; setTimeout(() => { cover.hidden = true; }, 120); },
  ];
  setInterval(() => any(changes)(), 150);
</script>`;
