import { execFileSync } from 'node:child_process';

/** The portal and the server as they are written now, for all browser tests. */
export default function globalSetup() {
  for (const part of ['portal', 'server']) {
    execFileSync(process.execPath, [`scripts/build-${part}.mjs`], { stdio: 'inherit' });
  }
}
