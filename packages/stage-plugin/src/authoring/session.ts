/** Which element is meant; exactly one of the three. */
export interface PluginTarget {
  readonly ref?: number | undefined;
  readonly selector?: string | undefined;
  readonly by?: { readonly role: string; readonly name: string } | undefined;
}

/** An element that was found, with the reference by which the agent knows it. */
export interface PluginElement {
  readonly ref: number;
  readonly role: string;
  readonly name: string;
  /** In CSS pixels of the viewport; undefined for an element without a box. */
  readonly box: PluginBox | undefined;
}

export interface PluginBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A PNG, with its secrets blacked out. */
export interface PluginPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** How many places were blacked out. */
  readonly masked: number;
}

export interface PageScriptOptions<Arguments extends readonly unknown[]> {
  /** Passed to the function as JSON. */
  readonly arguments?: Arguments;
  /** `isolated` (default) shares the document and no variables with the page; `page` is the page's own world. */
  readonly world?: 'isolated' | 'page';
}

/** Code that undoes changes: source text for every frame of the surface, or a function for the main process. */
export type PluginUndo =
  | { readonly page: string; readonly main?: undefined }
  | { readonly main: (electron: never) => unknown; readonly page?: undefined };

/**
 * An app or page that a tool works on. It stays with the surface that was active when the call began. A method throws
 * StageRefusedError if the stage does not do it.
 */
export interface PluginSession {
  readonly id: string;
  /** The window, page or webview; undefined if the app has none. */
  readonly surfaceId: string | undefined;
  readonly transport: string;
  /** Whether the main process of the app can be reached. */
  readonly hasMain: boolean;
  /** Runs a function in the top frame of the surface and returns its JSON value. It cannot use variables around it. */
  evaluate<Arguments extends readonly unknown[], Value>(
    run: (...given: Arguments) => Value,
    options?: PageScriptOptions<Arguments>,
  ): Promise<Awaited<Value>>;
  /** Runs source text in the top frame of the surface, such as a library. */
  runSource(source: string, options?: { readonly world?: 'isolated' | 'page' }): Promise<void>;
  /** Runs source text in every frame of the surface, in the page's own world. */
  runInFrames(source: string): Promise<void>;
  /**
   * Runs source text in every document of the surface before its own scripts, from the next load on; with `now`, also
   * in the documents that are there. The stage removes it when the plugin ends.
   */
  addScript(source: string, options?: { readonly now?: boolean }): Promise<{ remove(): Promise<void> }>;
  /**
   * Keeps code that undoes a change. The stage runs it when the process of the plugin ends for any reason, and before
   * it leaves an app that keeps running. A name keeps one piece of code: the latest.
   */
  atEnd(name: string, undo: PluginUndo): Promise<void>;
  /** Runs a function in the main process. Its first argument is the module `electron`. */
  evaluateInMain<Arguments extends readonly unknown[], Value>(
    run: (electron: never, ...given: Arguments) => Value,
    ...given: Arguments
  ): Promise<Awaited<Value>>;
  /**
   * Sends a DevTools command to the surface, to one of its frames, or to all. A frame of another site has a process of
   * its own. A domain that is enabled in `all` frames is enabled in those that come, too. The stage disables every
   * domain that the plugin enabled when the plugin ends.
   */
  devtools<Answer = Readonly<Record<string, unknown>>>(
    method: string,
    params?: object,
    options?: { readonly frame?: string },
  ): Promise<Answer>;
  /** Listens to a DevTools event in all frames of the surface until the returned function is called. */
  onDevtools(event: string, listener: (params: never, frame: string) => void): Promise<() => Promise<void>>;
  find(target: PluginTarget): Promise<PluginElement>;
  /** Takes a picture of the surface, or of one element of it. */
  picture(options?: { readonly target?: PluginTarget; readonly fullPage?: boolean }): Promise<PluginPicture>;
}
