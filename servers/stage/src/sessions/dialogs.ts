import type { Protocol } from 'devtools-protocol';
import { replaceHidden } from '@recourse/contract/hidden-characters';
import type { CdpSession } from '../cdp/connection.ts';
import type { MainProcess } from '../inspector/main-process.ts';
import { nativeDialogTypes } from '../inspector/native-dialog.ts';
import type { NativeDialog, NativePolicy } from '../inspector/native-dialog.ts';

/** The dialogs of pages, as the protocol names them. */
const webDialogTypes = ['alert', 'confirm', 'prompt', 'beforeunload'] as const;
/** The types of dialogs: those of pages, and those of the app itself. */
export const dialogTypes = [...webDialogTypes, ...nativeDialogTypes] as const;
type DialogType = (typeof dialogTypes)[number];
type DialogAction = 'accept' | 'dismiss';

/** How the dialogs of a session are answered. */
export interface DialogPolicy {
  readonly action: DialogAction;
  /** Other actions for some types. */
  readonly perType: Readonly<Partial<Record<DialogType, DialogAction>>>;
  /** The answer to prompts that are accepted; defaults to the one that the page suggests. */
  readonly promptText?: string;
  /** The files that dialogs for files choose if they are accepted. Without any they are dismissed. */
  readonly paths?: readonly string[];
  /** The button of message boxes that are accepted, by its label or index; defaults to the default button. */
  readonly button?: string | number;
  /** Whether the next dialog ends the policy, and the default applies again. */
  readonly oneShot: boolean;
}

/** A dialog that a page or the app opened, and how it was answered. */
export interface DialogEntry {
  /** Grows with every dialog of the session. */
  readonly number: number;
  /** The surface of a dialog of a page. */
  readonly surface_id?: string;
  readonly type: DialogType;
  readonly message: string;
  /** The labels of a message box, and the one that was pressed. */
  readonly buttons?: readonly string[];
  readonly button?: string;
  /** The files that were chosen. */
  readonly paths?: readonly string[];
  readonly action: DialogAction;
  readonly at: string;
}

/** A page that asks whether to leave it is left: actions that load a page would not take effect otherwise. */
export const defaultPolicy: DialogPolicy = { action: 'dismiss', perType: { beforeunload: 'accept' }, oneShot: false };

const mostEntries = 200;
const mostCharacters = 2000;

/** Answers the dialogs of a session at once, because a page with an open dialog does nothing else. */
export class Dialogs {
  #entries: DialogEntry[] = [];
  #last = 0;
  #dropped = 0;
  #policy: DialogPolicy = defaultPolicy;
  #main: MainProcess | undefined;

  get policy(): DialogPolicy {
    return this.#policy;
  }

  /** Whether the dialogs of the app itself are answered too. */
  get hasNative(): boolean {
    return this.#main?.hasDialogs === true && !this.#main.isClosed;
  }

  /** The number of the last dialog. */
  get last(): number {
    return this.#last;
  }

  /** How many dialogs were forgotten because there were too many. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The dialogs after a number, oldest first. */
  after(number: number): readonly DialogEntry[] {
    return this.#entries.filter((entry) => entry.number > number);
  }

  /** Forgets all dialogs. */
  clear(): void {
    this.#entries = [];
  }

  /** Sets the policy. Native dialogs follow it when the promise resolves. */
  async setPolicy(policy: DialogPolicy): Promise<void> {
    this.#policy = policy;
    // A main process that is busy takes it before it opens a dialog, and one that is reached again gets it again.
    if (this.hasNative) await this.#main?.setPolicy(nativePolicy(policy)).catch(() => undefined);
  }

  /** Waits until the dialogs are known that messages of a page to the main process have opened. */
  async settle(page: CdpSession): Promise<void> {
    if (!this.hasNative) return;
    const bound = { timeoutMs: settleMs };
    await page.send('Runtime.evaluate', { expression: '0' }, bound).catch(() => undefined);
    await this.#main?.settle(bound).catch(() => undefined);
  }

  /** Answers the dialogs of a surface from now on. */
  async follow(session: CdpSession, surfaceId: string): Promise<void> {
    session.on('Page.javascriptDialogOpening', (opening) => void this.#answer(session, surfaceId, opening));
    // A surface that ends in this moment opens no dialogs.
    await session.send('Page.enable').catch(() => undefined);
  }

  /** Answers the dialogs of the app itself from now on. Those from before were dismissed. */
  async followNative(main: MainProcess): Promise<void> {
    this.#main = main;
    main.onDialog((dialog) => this.#addNative(dialog));
    await this.setPolicy(this.#policy);
  }

  #addNative({ type, action, isOneShot, message, buttons, button, paths }: NativeDialog): void {
    // The main process has returned to the default by itself.
    if (isOneShot) this.#policy = defaultPolicy;
    this.#add({
      type,
      message,
      action,
      ...(buttons && { buttons: buttons.map(clean) }),
      ...(button !== undefined && { button: clean(button) }),
      ...(paths && { paths }),
    });
  }

  async #answer(
    session: CdpSession,
    surfaceId: string,
    { type, message, defaultPrompt }: Protocol.Page.JavascriptDialogOpeningEvent,
  ): Promise<void> {
    const { perType, promptText, oneShot } = this.#policy;
    const action = perType[type] ?? this.#policy.action;
    if (oneShot) void this.setPolicy(defaultPolicy);
    this.#add({ surface_id: surfaceId, type, message, action });
    const text = promptText ?? defaultPrompt;
    const answer = {
      accept: action === 'accept',
      ...(type === 'prompt' && text !== undefined && { promptText: text }),
    };
    // The page may be gone, or a person may have answered first.
    await session.send('Page.handleJavaScriptDialog', answer).catch(() => undefined);
  }

  #add({ message, ...entry }: Omit<DialogEntry, 'number' | 'at'>): void {
    this.#last += 1;
    this.#entries.push({ number: this.#last, ...entry, message: clean(message), at: new Date().toISOString() });
    if (this.#entries.length <= mostEntries) return;
    this.#entries.shift();
    this.#dropped += 1;
  }
}

/** How long a page and the main process may take before an action answers without their dialogs. */
const settleMs = 1000;

const clean = (text: string): string => replaceHidden(text, ' ').slice(0, mostCharacters);

const nativePolicy = ({ action, perType, paths, button, oneShot }: DialogPolicy): NativePolicy => ({
  actions: Object.fromEntries(nativeDialogTypes.map((type) => [type, perType[type] ?? action])),
  ...(paths && { paths }),
  ...(button !== undefined && { button }),
  oneShot,
});
