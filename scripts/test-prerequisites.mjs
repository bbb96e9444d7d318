// Runs before `npm test`: the programs that the tests need and npm doesn't have. Where Debian's packages can be
// installed (root with apt-get) it installs what is missing, else it says in one sentence what to install. Then it unpacks
// the locked Chromium, where there is one for this system. A script of its own starts it, because the shell that ran setup
// keeps calling the machine's Node, which may be too old for TypeScript.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { chromiumLaunch } from '../test/e2e/chromium.ts';
import { hasLockedChromium } from '../test/e2e/locked-chromium.ts';

const FOLDERS = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/bin',
  '/usr/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
];

const SYSTEM_CHROMIUM = {
  package: 'chromium',
  purpose: 'las pruebas en el navegador',
  programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
};

const NEEDED = [
  ...(hasLockedChromium || process.env.CHROMIUM_PATH ? [] : [SYSTEM_CHROMIUM]),
  { package: 'pgbouncer', purpose: 'la prueba a través de PgBouncer', programs: ['pgbouncer'] },
  { package: 'curl', purpose: 'los ejemplos de la guía de la API', programs: ['curl'] },
  { package: 'jq', purpose: 'los ejemplos de la guía de la API', programs: ['jq'] },
];

const missing = NEEDED.filter((needed) => !isPresent(needed));
if (missing.length > 0) {
  if (process.getuid?.() === 0 && findProgram('apt-get')) installPackages(missing.map((needed) => needed.package));
  const still = missing.filter((needed) => !isPresent(needed));
  if (still.length > 0) {
    const names = still.map((needed) => `el paquete ${needed.package} (para ${needed.purpose})`).join(' y ');
    process.stderr.write(`Para correr las pruebas falta instalar ${names}.\n`);
    process.exit(1);
  }
}
chromiumLaunch();

function isPresent({ programs }) {
  return programs.some((program) => program && findProgram(program));
}

function findProgram(program) {
  const paths = isAbsolute(program) ? [program] : FOLDERS.map((folder) => join(folder, program));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function installPackages(packages) {
  process.stdout.write(`Instalando ${packages.join(' y ')}…\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
}
