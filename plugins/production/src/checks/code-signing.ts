import path from 'node:path';
import type { PluginStage } from '@recourse/stage-plugin';
import type { Artifact } from '../artifact/artifact.ts';
import type { Check, Verdict } from './check.ts';

type Apps = PluginStage['apps'];

/** The app is signed. Whether a signature is valid can be judged only on its own system. */
export const codeSigning: Check = {
  title: 'The app is signed',
  run: (artifact, apps): Promise<Verdict> => {
    switch (artifact.type) {
      case 'macos':
        return macSignature(artifact, apps);
      case 'windows':
        return windowsSignature(artifact, apps);
      case 'appimage':
        return appImageSignature(artifact, apps);
      case 'linux':
        return Promise.resolve({
          status: 'unknown',
          detail: 'Linux executables are not signed; their packages (deb, rpm, Flatpak, Snap) are.',
        });
    }
  },
};

const present = (detail: string, how: string, evidence: readonly string[] = []): Verdict => ({
  status: 'unknown',
  detail: `${detail} The signature was not verified. To verify it, ${how}.`,
  evidence,
});

const macSignature = async ({ path: app }: Artifact, apps: Apps): Promise<Verdict> => {
  const names = (await apps.list(path.join(app, 'Contents'))).map(({ name }) => name);
  if (!names.includes('_CodeSignature'))
    return {
      status: 'fail',
      detail: 'The app is not signed: Contents/_CodeSignature is missing.',
      fix: 'Sign it with @electron/osx-sign.',
    };
  return present('The app has a signature.', 'run codesign --verify --deep --strict and spctl --assess on macOS');
};

/** Where a program for Windows has its certificates: the fifth data directory of its optional header. */
const certificateDirectory = 4;

const windowsSignature = async ({ program = '' }: Artifact, apps: Apps): Promise<Verdict> => {
  const head = Buffer.from(await apps.read(program, { offset: 0, length: 4096 }));
  const at = head.length >= 64 ? head.readUInt32LE(60) : head.length;
  if (at + 24 + 112 + 8 * certificateDirectory + 8 > head.length || head.toString('latin1', at, at + 4) !== 'PE\0\0')
    return { status: 'fail', detail: 'The executable is damaged: it has no PE header.' };
  const optional = at + 24;
  const isLarge = head.readUInt16LE(optional) === 0x20b;
  const directory = optional + (isLarge ? 112 : 96) + 8 * certificateDirectory;
  const [start, bytes] = [head.readUInt32LE(directory), head.readUInt32LE(directory + 4)];
  if (start === 0 || bytes === 0)
    return {
      status: 'fail',
      detail: 'The executable has no Authenticode signature.',
      fix: 'Sign it with signtool or @electron/windows-sign.',
    };
  const certificate = Buffer.from(await apps.read(program, { offset: start, length: 8 }));
  if (certificate.length < 8)
    return {
      status: 'fail',
      detail: 'The executable ends before its signature.',
      fix: 'Build and sign it again.',
    };
  return present('The executable has an Authenticode signature.', 'run signtool verify /pa on Windows', [
    `${bytes} bytes`,
  ]);
};

const appImageSignature = async ({ program = '' }: Artifact, apps: Apps): Promise<Verdict> => {
  const places = await apps.search(program, '-----BEGIN PGP SIGNATURE-----');
  return places.length === 0
    ? { status: 'fail', detail: 'The AppImage has no signature.', fix: 'Sign it with appimagetool --sign.' }
    : present('The AppImage has a signature.', "run the AppImage 'validate' tool with the public key");
};
