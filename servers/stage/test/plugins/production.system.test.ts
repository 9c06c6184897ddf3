import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksElectron, openElectronPlace } from '../../src/testing/electron-place.ts';
import type { ElectronPlace } from '../../src/testing/electron-place.ts';
import { packageApp } from '../../src/testing/package-app.ts';
import { openPluginStage } from './open-plugin-stage.ts';
import type { PluginStage } from './open-plugin-stage.ts';

const app = path.join(import.meta.dirname, '../apps/hello');
const installed = createRequire(path.resolve(import.meta.dirname, '../../../../tests/stage/package.json'));

interface Report {
  readonly code?: string;
  readonly artifact_type: string;
  readonly passed: boolean;
  readonly checks: readonly {
    readonly id: string;
    readonly status: string;
    readonly detail: string;
    readonly evidence: readonly string[];
  }[];
}

const createArchive = (folder: string, file: string): Promise<void> =>
  (installed('@electron/asar') as { createPackage(from: string, to: string): Promise<void> }).createPackage(
    folder,
    file,
  );

/** The hash of an archive's header, which packagers embed. */
const headerHash = (archive: string): string => {
  const bytes = readFileSync(archive);
  return createHash('sha256')
    .update(bytes.subarray(16, 16 + bytes.readUInt32LE(12)))
    .digest('hex');
};

/** The smallest program for Windows that has a place for a signature, and the strings of a real one after it. */
const windowsProgram = (more: string, signature = 0): Buffer => {
  const head = Buffer.alloc(1024);
  head.write('MZ');
  head.writeUInt32LE(128, 60);
  head.write('PE\0\0', 128);
  head.writeUInt16LE(0x20b, 152);
  head.writeUInt32LE(signature === 0 ? 0 : 512, 152 + 112 + 32);
  head.writeUInt32LE(signature, 152 + 112 + 36);
  return Buffer.concat([head, Buffer.from(more, 'latin1')]);
};

/** Fuses as Electron has them: version 1, eight of them. */
const fuseWire = (states: string): string => `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0008${states}`;

describe.skipIf(lacksElectron)('production_validate', () => {
  let place: ElectronPlace;
  let stage: PluginStage;
  let folder: string;
  let program: string;
  let resources: string;
  beforeAll(async () => {
    place = await openElectronPlace();
    stage = await openPluginStage([{ use: 'production', grant: ['apps'] }]);
    folder = path.join(stage.folder, 'packaged');
    program = await packageApp(place.program, app, { folder, name: 'hello' });
    resources = path.join(folder, 'resources');
  });
  afterAll(async () => {
    await stage.close();
    await place.close();
  });

  const validate = (appPath: string, checks?: readonly string[]) =>
    stage.call<Report>('production_validate', { appPath, ...(checks && { checks: [...checks] }) });
  const statusOf = ({ checks }: Report): Readonly<Record<string, string>> =>
    Object.fromEntries(checks.map(({ id, status }) => [id, status]));
  const check = async (appPath: string, id: string) => (await validate(appPath, [id])).checks[0];

  it('needs no session, and finds that an app is not ready as packaged', async () => {
    const report = await validate(folder);
    expect(report).toMatchObject({ ok: true, artifact_type: 'linux', passed: false, app_path: folder });
    expect(statusOf(report)).toEqual({
      'bundle-structure': 'pass',
      fuses: 'fail',
      'asar-integrity': 'fail',
      'code-signing': 'unknown',
    });
    expect(report.checks[1]?.evidence).toContain('RunAsNode: on');
    expect(statusOf(await validate(program))).toEqual(statusOf(report));
  });

  it('passes once the fuses are set and the app is in an archive', async () => {
    await flipFuses(program, {
      version: FuseVersion.V1,
      [FuseV1Options.RunAsNode]: false,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
      [FuseV1Options.EnableNodeCliInspectArguments]: false,
      [FuseV1Options.OnlyLoadAppFromAsar]: true,
    });
    await createArchive(app, path.join(resources, 'app.asar'));
    rmSync(path.join(resources, 'app'), { recursive: true });
    const report = await validate(folder);
    expect(report).toMatchObject({ passed: true, summary: { pass: 3, fail: 0, unknown: 1 } });
    expect(report.checks[1]?.evidence).toContain('OnlyLoadAppFromAsar: on');
  });

  it('finds files in the archive that were changed or cut off, and a file that is not an archive', async () => {
    const archive = path.join(resources, 'app.asar');
    const packed = readFileSync(archive);
    const changed = Buffer.from(packed);
    const last = changed.length - 1;
    changed.writeUInt8((changed.at(last) ?? 0) ^ 1, last);
    writeFileSync(archive, changed);
    const found = await check(folder, 'asar-integrity');
    expect(found).toMatchObject({ status: 'fail', evidence: [expect.any(String)] });
    writeFileSync(archive, packed.subarray(0, packed.length - 10));
    expect(await check(folder, 'asar-integrity')).toMatchObject({ status: 'fail' });
    writeFileSync(archive, 'not an archive at all');
    expect(await check(folder, 'asar-integrity')).toMatchObject({
      status: 'fail',
      detail: 'app.asar cannot be read: it is not an asar archive.',
    });
    writeFileSync(archive, packed);
  });

  it('finds an executable that cannot be started', async () => {
    chmodSync(program, 0o644);
    expect(await check(program, 'bundle-structure')).toMatchObject({ status: 'fail' });
    chmodSync(program, 0o755);
  });

  it('compares the archive of an app for Windows with the hash in its program', async () => {
    const windows = path.join(stage.folder, 'windows');
    mkdirSync(path.join(windows, 'resources'), { recursive: true });
    const archive = path.join(windows, 'resources/app.asar');
    copyFileSync(path.join(resources, 'app.asar'), archive);
    const exe = path.join(windows, 'Shop.exe');
    const embedded = `[{"file":"resources\\\\app.asar","alg":"SHA256","value":"${headerHash(archive)}"}]`;
    writeFileSync(exe, windowsProgram(fuseWire('01001100') + embedded, 200));
    const report = await validate(windows);
    expect(report).toMatchObject({ artifact_type: 'windows' });
    expect(statusOf(report)).toMatchObject({ fuses: 'pass', 'asar-integrity': 'pass', 'code-signing': 'unknown' });
    writeFileSync(exe, windowsProgram(fuseWire('01001100')));
    expect(statusOf(await validate(exe))).toMatchObject({ 'asar-integrity': 'fail', 'code-signing': 'fail' });
    writeFileSync(exe, windowsProgram(fuseWire('01000100') + embedded));
    expect(await check(exe, 'asar-integrity')).toMatchObject({ status: 'fail' });
    writeFileSync(exe, 'MZ and nothing more');
    expect(statusOf(await validate(exe))).toMatchObject({ fuses: 'unknown', 'code-signing': 'fail' });
  });

  it('reads an app for macOS', async () => {
    const mac = path.join(stage.folder, 'Shop.app');
    const contents = path.join(mac, 'Contents');
    const framework = path.join(contents, 'Frameworks/Electron Framework.framework');
    for (const one of ['MacOS', 'Resources']) mkdirSync(path.join(contents, one), { recursive: true });
    expect(await validate(mac)).toMatchObject({ code: 'production.NOT_A_BUNDLE' });
    mkdirSync(framework, { recursive: true });
    const archive = path.join(contents, 'Resources/app.asar');
    copyFileSync(path.join(resources, 'app.asar'), archive);
    writeFileSync(path.join(contents, 'Info.plist'), `<plist><string>${headerHash(archive)}</string></plist>`);
    writeFileSync(path.join(contents, 'MacOS/Shop'), 'program', { mode: 0o755 });
    writeFileSync(path.join(framework, 'Electron Framework'), fuseWire('01001100'), 'latin1');
    const report = await validate(mac);
    expect(report).toMatchObject({ artifact_type: 'macos' });
    expect(statusOf(report)).toEqual({
      'bundle-structure': 'pass',
      fuses: 'pass',
      'asar-integrity': 'pass',
      'code-signing': 'fail',
    });
    mkdirSync(path.join(contents, '_CodeSignature'));
    expect(await check(mac, 'code-signing')).toMatchObject({ status: 'unknown' });
  });

  it('does not unpack an AppImage', async () => {
    const image = path.join(stage.folder, 'Shop.AppImage');
    const elf = Buffer.from('\u007fELF\u0002\u0001\u0001\u0000AI\u0002\u0000\u0000\u0000\u0000\u0000', 'latin1');
    writeFileSync(image, elf, { mode: 0o755 });
    expect(statusOf(await validate(image))).toEqual({
      'bundle-structure': 'unknown',
      fuses: 'unknown',
      'asar-integrity': 'unknown',
      'code-signing': 'fail',
    });
    writeFileSync(image, Buffer.concat([elf, Buffer.from('-----BEGIN PGP SIGNATURE-----')]));
    expect(await check(image, 'code-signing')).toMatchObject({ status: 'unknown' });
  });

  it('rejects paths that lead to no app', async () => {
    const code = async (appPath: string) => (await validate(appPath)).code;
    const text = path.join(stage.folder, 'notes.txt');
    writeFileSync(text, 'just a text');
    symlinkSync('/bin/true', path.join(stage.folder, 'link'));
    cpSync(app, path.join(stage.folder, 'sources'), { recursive: true });
    writeFileSync(path.join(stage.folder, 'File.app'), '');
    expect(await code(path.join(stage.folder, 'nothing'))).toBe('production.APP_NOT_FOUND');
    expect(await code(path.join(stage.folder, 'sources'))).toBe('production.NOT_A_BUNDLE');
    expect(await code(path.join(stage.folder, 'File.app'))).toBe('production.NOT_A_BUNDLE');
    expect(await code(text)).toBe('production.UNSUPPORTED_ARTIFACT');
    expect(await code('packaged')).toBe('ABSOLUTE_PATH_REQUIRED');
    expect(await code('/bin/true')).toBe('BAD_ARGUMENT');
    expect(await code(path.join(stage.folder, 'link'))).toBe('BAD_ARGUMENT');
    expect(await code('x'.repeat(1001))).toBe('BAD_ARGUMENT');
    expect(await validate(folder, ['everything'])).toMatchObject({ code: 'BAD_ARGUMENT' });
    expect(await validate(folder, [])).toMatchObject({ code: 'BAD_ARGUMENT' });
  });
});
