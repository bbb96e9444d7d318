// Runs before `npm start` and `npm test` on whatever Node the machine has (18 or later): installs what package-lock.json
// names when node_modules does not hold it, the Node that everything else runs on included. `--dev` adds what only the
// tests need.
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

/** There is a Node package to lock for Linux and Windows; elsewhere the machine's own must do. */
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

/** Whether node_modules holds the locked version of every package (by npm's own record of what it installed). */
function isInstalled(dev) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '' || entry.link || (entry.dev && !dev)) return true;
    if (installed[path]) return installed[path].version === entry.version;
    // npm leaves out what is optional and for other systems; of libc variants it takes one.
    return (entry.optional || entry.devOptional) && !(isForThisSystem(entry) && entry.os && !entry.libc);
  });
}

function install() {
  const modules = join(root, 'node_modules');
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) {
    fail('node_modules es un enlace y no coincide con package-lock.json: actualizalo donde apunta.');
  }
  const begun = Date.now();
  process.stdout.write(`Instalando dependencias${withTests ? ' (también las de prueba)' : ''}…\n`);
  // Windows can't delete the Node that runs this very script, which `ci` would do first.
  const command = process.platform === 'win32' ? ['install', '--no-save'] : ['ci'];
  const what = [...command, '--include=optional', withTests ? '--include=dev' : '--omit=dev'];
  // No package needs its install script: the database's links are made when it starts.
  const quiet = ['--ignore-scripts', '--no-progress', '--loglevel=error'];
  const result = npm([...what, ...quiet]);
  if (result.status !== 0) fail('No se pudieron instalar las dependencias; el motivo está más arriba.');
  process.stdout.write(`Dependencias instaladas en ${Math.round((Date.now() - begun) / 1000)} s.\n`);
}

/** The npm that called us, on the Node that it runs on (ours may be the one that is being replaced). */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const options = { cwd: root, stdio: 'inherit' };
  if (script) return spawnSync(node ?? process.execPath, [script, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
