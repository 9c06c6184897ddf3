/** A packaged app, and the places in it that the checks read. */
export interface Artifact {
  readonly type: 'linux' | 'appimage' | 'windows' | 'macos';
  readonly path: string;
  /** The program that is started; undefined if there is none. */
  readonly program: string | undefined;
  /** The file with the fuses: the program, or the framework on macOS. */
  readonly fuseFile: string | undefined;
  /** The folder with `app.asar` or `app`; undefined for an AppImage, whose files are inside. */
  readonly resources: string | undefined;
  /** The property list of a macOS app. */
  readonly plist: string | undefined;
}

/** The path does not lead to an app that can be checked. */
export class ArtifactError extends Error {
  override readonly name = 'ArtifactError';
  readonly problem: 'missing' | 'no bundle' | 'unsupported';

  constructor(problem: ArtifactError['problem'], reason: string) {
    super(reason);
    this.problem = problem;
  }
}
