import { importItem, operations } from './operations.mjs';
import { Refusal } from './refusal.mjs';

/**
 * A fault of the next calls of a tool. It affects `times` of them, unless it ends `untilMs` after the start. `before`:
 * nothing has been done yet. `after`: it has been done, and the caller is not told.
 *
 * @typedef {object} Fault
 * @property {'busy' | 'broken' | 'down' | 'limited' | 'denied' | 'timeout' | 'late' | 'hang' | 'bug' | 'crash' | 'drop' | 'old' | 'items' | 'leak'} kind
 * @property {string} tool
 * @property {'before' | 'after'} [stage]
 * @property {number} [times] how many calls meet it; defaults to one
 * @property {number} [untilMs] when it ends, since the start
 * @property {boolean} [announced] whether the back end says when it ends
 * @property {number} [lateMs] how long after its time-out a write is done anyway
 * @property {readonly string[]} [titles] which items of a batch fail
 * @property {boolean} [permanent] whether these items can never succeed
 * @property {string} [text] what the back end says besides; for the control that sees a leak
 */

/**
 * The one back end behind both servings: state, a ledger of everything that took effect, and faults that apply to calls
 * in order. It has no notion of protocols, and only the judge inspects it.
 *
 * @typedef {ReturnType<typeof createWorld>} World
 *
 * @param {{ time: import('./time.mjs').Time, state: import('./operations.mjs').State, faults?: readonly Fault[], receipts: () => string, onCommit?: (line: string) => void }} options
 */
export const createWorld = ({ time, state, faults = [], receipts, onCommit }) => {
  const waiting = faults.map((fault) => ({ ...fault, left: fault.times ?? 1 }));
  /** @type {{ at: number, line: string, by?: string }[]} */
  const ledger = [];
  /** Names that callers have left in their effects, so that a read shows which of them were done. @type {Record<string, boolean>} */
  const marks = {};
  /** @type {{ at: number, tool: string, kind: string, ambiguous: boolean, passing: boolean }[]} */
  const met = [];

  /** @type {(draft: import('./operations.mjs').Draft, mark?: string, by?: string) => void} */
  const commit = ({ line, apply }, mark, by) => {
    if (line === undefined) return;
    apply?.();
    if (mark !== undefined) marks[mark] = true;
    ledger.push({ at: time.now(), line, ...(by !== undefined && { by }) });
    if (by === undefined) onCommit?.(line);
  };

  /** The fault that this call meets, if any. Time has ended some, and calls have used up others. */
  const take = (/** @type {string} */ tool) => {
    const found = waiting.find((fault) => fault.tool === tool && fault.left > 0 && !isOver(fault));
    if (!found) return undefined;
    found.left -= 1;
    const ambiguous = ['broken', 'timeout', 'late', 'hang', 'crash', 'items'].includes(found.kind);
    met.push({ at: time.now(), tool, kind: found.kind, ambiguous, passing: found.kind === 'busy' && found.left < 100 });
    return found;
  };
  const isOver = (/** @type {Fault} */ { untilMs }) => untilMs !== undefined && time.now() - time.startedAt >= untilMs;

  /** @type {(fault: Fault, host: Host, signal?: AbortSignal) => Promise<never>} */
  const meet = async (fault, host, signal) => {
    const until = fault.announced ? time.startedAt + (fault.untilMs ?? 0) : undefined;
    if (fault.kind === 'crash') host.crash();
    if (fault.kind === 'hang') {
      time.skipSoon();
      return untilAborted(signal);
    }
    if (fault.kind === 'crash') return new Promise(() => undefined);
    if (fault.kind === 'late') throw new Refusal('timeout');
    const times = until === undefined ? {} : { until, afterMs: until - time.now() };
    if (fault.kind === 'leak') throw new Refusal('busy', { text: fault.text });
    throw new Refusal(/** @type {never} */ (fault.kind), times);
  };

  /** @typedef {{ crash: () => void }} Host the process in which a server runs */
  /** @type {(tool: string, args: any, host: Host, signal?: AbortSignal, mark?: string) => Promise<Record<string, unknown>>} */
  const perform = async (tool, args, host, signal, mark) => {
    const fault = take(tool);
    if (fault?.kind === 'items') return importAll(args.items, fault);
    if (fault && fault.stage !== 'after' && !['late', 'drop', 'old'].includes(fault.kind))
      return meet(fault, host, signal);
    if (tool === 'import_tickets') return importAll(args.items);
    const draft = operations[tool](state, args, receipts);
    if (draft.line === undefined && Object.keys(marks).length > 0) draft.result['marks'] = { ...marks };
    if (fault?.kind === 'drop') return draft.result;
    if (fault?.kind === 'old') return { ...draft.result, note: 'as of last week' };
    if (fault?.kind === 'late') time.after(() => commit(draft, mark), fault.lateMs ?? 0);
    else commit(draft, mark);
    return fault ? meet(fault, host, signal) : draft.result;
  };

  /** Item by item: what fails leaves the others as they are. @type {(items: readonly { title: string }[], fault?: Fault) => Record<string, unknown>} */
  const importAll = (items, fault) => {
    const outcomes = items.map((item, index) => {
      if (fault?.titles?.includes(item.title)) return { index, item, failed: fault.permanent ? 'rejected' : 'busy' };
      const draft = importItem(state, item);
      commit(draft);
      return { index, item, result: draft.result };
    });
    if (outcomes.some(({ failed }) => failed)) throw new Refusal('partial', { outcomes });
    return { imported: items.length, receipt: receipts() };
  };

  /** A colleague does something, and nothing goes wrong with it. @type {(by: string, tool: string, args: any) => void} */
  const performBy = (by, tool, args) =>
    commit(
      operations[tool](state, args, () => 'receipt-of-another'),
      undefined,
      by,
    );

  return { state, ledger, met, perform, performBy };
};

/** Never answers. A caller that hangs up has heard nothing: what it sent may have been done. @type {(signal?: AbortSignal) => Promise<never>} */
const untilAborted = (signal) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Refusal('timeout')), { once: true }));
