import type { JsonObject } from '@recourse/contract';
import type { SnapshotLine } from '../stories/snapshot-lines.ts';

/** A number below a bound. */
export type Random = (below: number) => number;

export const pick = <Value>(random: Random, values: readonly Value[]): Value => values[random(values.length)] as Value;

/** A call, and the controls that it may touch. */
export interface DrawnCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** The control and the event that a success causes. */
  readonly effect?: { readonly name: string; readonly event: string };
  readonly touches: readonly string[];
  readonly isAction: boolean;
}

type Draw = readonly [kind: string, tool: string, args: JsonObject, event?: string];

const timeoutMs = 1500;

/** The actions for each kind of control. */
const actions = (file: string): readonly Draw[] => [
  ['Press', 'electron_click', {}, 'click'],
  ['Press', 'electron_click', { clickCount: 2 }, 'click'],
  ['Press', 'electron_click', { button: 'right' }, 'contextmenu'],
  ['Ask', 'electron_click', {}, 'click'],
  ['Reach', 'electron_hover', {}, 'mouseover'],
  ['Field', 'electron_type', { text: 'storm' }],
  ['Field', 'electron_keyboard_type', { text: 'key by key' }, 'input'],
  ['Field', 'electron_key', { key: 'x' }, 'input'],
  ['Field', 'electron_clear_input', {}],
  ['Text', 'electron_type', { text: 'several\nlines' }],
  ['Text', 'electron_press_sequence', { keys: ['a', 'Shift+b', 'Enter'] }, 'input'],
  ['Editor', 'electron_type_into_editor', { text: 'written' }, 'input'],
  ['Check', 'electron_check', {}],
  ['Check', 'electron_uncheck', {}],
  ['Choose', 'electron_select_option', { values: ['Two'] }],
  ['Files', 'electron_set_files', { paths: [file] }],
  ['Place', 'electron_drop_file', { paths: [file] }, 'drop'],
  ['Place', 'electron_scroll', { dy: 40 }],
  ['Press', 'electron_scroll_into_view', {}],
];

/** Calls that look, wait and expect. They change nothing. */
const looks = (random: Random): readonly (readonly [string, JsonObject])[] => [
  ['electron_snapshot', { since: 'last' }],
  ['electron_find', { role: 'button' }],
  ['electron_get_text', { ref: 1 + random(60) }],
  ['electron_elements_list', { selector: 'button' }],
  ['electron_get_state', { selector: 'button' }],
  ['electron_focused_element', {}],
  ['electron_surfaces_list', {}],
  ['electron_windows_list', {}],
  ['electron_info', {}],
  ['electron_switch_surface', { surfaceId: `s${1 + random(6)}` }],
  ['electron_switch_window', {}],
  ['electron_console_logs', {}],
  ['electron_wait_for_selector', { selector: '#cover', state: 'hidden', timeoutMs }],
  ['electron_wait_for_state', { selector: 'input', state: { enabled: true }, timeoutMs }],
  ['electron_wait_for_event', { eventName: 'mousemove', timeoutMs: 200 }],
  ['electron_expect_count', { role: 'heading', equals: 1, timeoutMs }],
  ['electron_expect_url', { contains: '127.0.0.1', timeoutMs }],
  ['electron_expect_visible', { by: { role: 'heading', name: 'Storm' }, timeoutMs }],
  ['electron_dialog_handler', { action: pick(random, ['accept', 'dismiss']) }],
  ['electron_key', { key: 'Escape', timeoutMs }],
];

/** Draws a call for a session: mostly an action on a control of the last snapshot, which may be out of date. */
export const drawCall = (
  random: Random,
  {
    sessionId,
    lines,
    file,
  }: { readonly sessionId: string; readonly lines: readonly SnapshotLine[]; readonly file: string },
): DrawnCall => {
  const [kind, tool, args, event] = pick(random, actions(file));
  const found = lines.filter(({ name }) => name.startsWith(`${kind} `));
  if (random(4) === 0 || found.length === 0) {
    const [look, given] = pick(random, looks(random));
    return { tool: look, args: { sessionId, ...given }, touches: [], isAction: false };
  }
  const control = pick(random, found);
  const target: JsonObject =
    random(3) === 0 ? { by: { role: control.role, name: control.name } } : { ref: control.ref };
  const places = lines.filter(({ name }) => name.startsWith('Place '));
  const cards = lines.filter(({ name }) => name.startsWith('Card '));
  if (kind === 'Place' && cards.length > 0 && random(2) === 0) {
    const [card, place] = [pick(random, cards), pick(random, places)];
    const drag = { sessionId, ref: card.ref, targetRef: place.ref, timeoutMs };
    return { tool: 'electron_drag', args: drag, touches: [card.name, place.name], isAction: true };
  }
  return {
    tool,
    args: { sessionId, ...target, ...args, timeoutMs },
    touches: [control.name],
    isAction: true,
    ...(event !== undefined && { effect: { name: control.name, event } }),
  };
};
