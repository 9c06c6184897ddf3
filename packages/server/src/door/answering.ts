import type { ServerResponse } from 'node:http';
import { fromUnknown } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import { toError } from '@recourse/contract/thrown';
import { Outstanding } from '../call/outstanding.ts';
import { answerFailure } from '../wire/http/answer.ts';

/** Follows the requests that a door is answering: one whose handling fails gets an error, so that no caller waits forever. */
export class Answering {
  readonly #onError: (error: Error) => void;
  readonly #bodies = new Outstanding();

  constructor(onError: (error: Error) => void) {
    this.#onError = onError;
  }

  /** Answers with an error if the handling fails later. */
  watch(underWay: Promise<void> | void, response: ServerResponse): void {
    if (underWay) underWay.catch((thrown: unknown) => this.fail(thrown, response));
  }

  /** Reports an error of our own and answers with it. */
  fail(thrown: unknown, response: ServerResponse): void {
    quietly(() => this.#onError(toError(thrown)));
    answerFailure(response, fromUnknown(thrown), { headers: { connection: 'close' } });
    if (!response.writableEnded) response.destroy();
  }

  /** Handles a body that was read. The door waits for it before it ends. */
  run(handle: () => Promise<void> | void, response: ServerResponse): void {
    this.#bodies.begin();
    let underWay: Promise<void> | void = undefined;
    try {
      underWay = handle();
    } catch (thrown) {
      this.fail(thrown, response);
    }
    if (!underWay) return this.#bodies.end();
    underWay.catch((thrown: unknown) => this.fail(thrown, response)).finally(() => this.#bodies.end());
  }

  /** Waits until every body that was read has been answered, within a bound. */
  settled(boundMs: number): Promise<void> {
    return this.#bodies.settled(boundMs);
  }
}
