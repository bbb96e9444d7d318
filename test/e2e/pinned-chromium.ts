import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** A browser's program and the environment that it runs in. */
export interface Browser {
  executablePath: string;
  env: Record<string, string>;
}

const PACKAGE = join(import.meta.dirname, '..', '..', 'node_modules', '@sparticuz', 'chromium');

/** Whether the package is installed and has a Chromium for this system. */
export const hasPinnedChromium = process.platform === 'linux' && process.arch === 'x64' && existsSync(PACKAGE);

/** Only the package's fonts, so that pages have the same layout on every machine. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Returns the headless Chromium of the lock file, with its libraries and fonts (decision record 0029). The first call of a
 * version unpacks it into `.chromium/<version>`, which takes ten seconds.
 */
export function pinnedChromium(): Browser {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const all = join(import.meta.dirname, '..', '..', '.chromium');
  const folder = join(all, version);
  if (!existsSync(folder)) unpack(join(PACKAGE, 'bin'), all, folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: folder },
  };
}

/** Unpacks into a temporary folder and renames it, so that the folder is never incomplete, even with concurrent runs. */
function unpack(bin: string, all: string, folder: string): void {
  mkdirSync(all, { recursive: true });
  const partial = mkdtempSync(join(all, 'partial-'));
  const read = (name: string) => brotliDecompressSync(readFileSync(join(bin, name)));
  writeFileSync(join(partial, 'chromium'), read('chromium.br'), { mode: 0o755 });
  for (const name of ['al2023.tar.br', 'fonts.tar.br']) {
    const { status, stderr } = spawnSync('tar', ['-x', '--no-same-owner', '-C', partial], { input: read(name) });
    if (status !== 0) throw new Error(`${name} cannot be unpacked: ${stderr}`);
  }
  writeFileSync(join(partial, 'fonts.conf'), FONTS);
  chmodSync(partial, 0o755);
  try {
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}
