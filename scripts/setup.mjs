// Runs before `npm start` and `npm test` with the machine's Node (18 or later): installs the packages of package-lock.json if
// node_modules lacks them, including the Node that runs everything else. `--dev` adds packages for tests.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOCKED_NODE_MAJOR = 24;
const root = fileURLToPath(new URL('..', import.meta.url));
const withTests = process.argv.includes('--dev');

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
stopWithoutNode();
if (!isInstalled(withTests)) install();

/** Stops if there is no suitable Node: the lock file contains Node packages only for some systems. */
function stopWithoutNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= LOCKED_NODE_MAJOR || Object.values(lock.packages).some(isNodeForThisSystem)) return;
  fail(`En este sistema hace falta Node ${LOCKED_NODE_MAJOR} o posterior (este es ${process.version}).`);
}

function isNodeForThisSystem({ bin, os, cpu }) {
  return bin?.node !== undefined && isForThisSystem({ os, cpu });
}

function isForThisSystem({ os, cpu }) {
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}

/** Whether node_modules contains the locked version of every package, according to npm's record. */
function isInstalled(dev) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '' || entry.link || (entry.dev && !dev)) return true;
    if (installed[path]) return installed[path].version === entry.version;
    // npm skips optional packages for other systems, and installs one of several libc variants.
    return (entry.optional || entry.devOptional) && !(isForThisSystem(entry) && entry.os && !entry.libc);
  });
}

function install() {
  const modules = join(root, 'node_modules');
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) {
    fail('node_modules es un enlace y no coincide con package-lock.json: actualizá la carpeta a la que apunta.');
  }
  const startedAt = Date.now();
  process.stdout.write(`Instalando dependencias${withTests ? ' (también las de prueba)' : ''}…\n`);
  // `ci` would first delete the Node that runs this script, which Windows doesn't allow.
  const command = process.platform === 'win32' ? ['install', '--no-save'] : ['ci'];
  const args = [...command, '--include=optional', withTests ? '--include=dev' : '--omit=dev'];
  // No package needs its install script. The embedded database creates its links at its start.
  const quiet = ['--ignore-scripts', '--no-progress', '--loglevel=error'];
  const result = npm([...args, ...quiet]);
  if (result.status !== 0) fail('No se pudieron instalar las dependencias; el motivo está más arriba.');
  process.stdout.write(`Dependencias instaladas en ${Math.round((Date.now() - startedAt) / 1000)} s.\n`);
}

/** Runs the npm that called this script, on npm's Node, because the installation may replace the Node of this script. */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const options = { cwd: root, stdio: 'inherit' };
  if (script) return spawnSync(node ?? process.execPath, [script, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
