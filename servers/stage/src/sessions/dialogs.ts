import type { Protocol } from 'devtools-protocol';
import { replaceHidden } from '@recourse/contract/hidden-characters';
import type { CdpSession } from '../cdp/connection.ts';

type DialogType = Protocol.Page.DialogType;
type DialogAction = 'accept' | 'dismiss';

/** How the dialogs of a session are answered. */
export interface DialogPolicy {
  readonly action: DialogAction;
  /** Other actions for some types. */
  readonly perType: Readonly<Partial<Record<DialogType, DialogAction>>>;
  /** The answer to prompts that are accepted; the one that the page suggests unless given. */
  readonly promptText?: string;
  /** Whether the next dialog ends the policy, and the default applies again. */
  readonly oneShot: boolean;
}

/** A dialog that a page opened, and how it was answered. */
export interface DialogEntry {
  /** Grows with every dialog of the session. */
  readonly number: number;
  readonly surface_id: string;
  readonly type: DialogType;
  readonly message: string;
  readonly action: DialogAction;
  readonly at: string;
}

/** A page that asks whether to leave it is left: actions that load a page would not take effect otherwise. */
export const defaultPolicy: DialogPolicy = { action: 'dismiss', perType: { beforeunload: 'accept' }, oneShot: false };

const mostEntries = 200;
const mostCharacters = 2000;

/** Answers the dialogs of a session at once, because a page with an open dialog does nothing else. */
export class Dialogs {
  readonly #entries: DialogEntry[] = [];
  #last = 0;
  policy: DialogPolicy = defaultPolicy;

  /** The number of the last dialog. */
  get last(): number {
    return this.#last;
  }

  /** How many dialogs were forgotten because there were too many. */
  get dropped(): number {
    return this.#last - this.#entries.length;
  }

  /** The dialogs after a number, oldest first. */
  after(number: number): readonly DialogEntry[] {
    return this.#entries.filter((entry) => entry.number > number);
  }

  /** Answers the dialogs of a surface from now on. */
  async follow(session: CdpSession, surfaceId: string): Promise<void> {
    session.on('Page.javascriptDialogOpening', (opening) => void this.#answer(session, surfaceId, opening));
    // A surface that ends in this moment opens no dialogs.
    await session.send('Page.enable').catch(() => undefined);
  }

  async #answer(
    session: CdpSession,
    surfaceId: string,
    { type, message, defaultPrompt }: Protocol.Page.JavascriptDialogOpeningEvent,
  ): Promise<void> {
    const { perType, promptText, oneShot } = this.policy;
    const action = perType[type] ?? this.policy.action;
    if (oneShot) this.policy = defaultPolicy;
    this.#last += 1;
    this.#entries.push({
      number: this.#last,
      surface_id: surfaceId,
      type,
      message: replaceHidden(message, ' ').slice(0, mostCharacters),
      action,
      at: new Date().toISOString(),
    });
    if (this.#entries.length > mostEntries) this.#entries.shift();
    const text = promptText ?? defaultPrompt;
    const answer = {
      accept: action === 'accept',
      ...(type === 'prompt' && text !== undefined && { promptText: text }),
    };
    // The page may be gone, or a person may have answered first.
    await session.send('Page.handleJavaScriptDialog', answer).catch(() => undefined);
  }
}
