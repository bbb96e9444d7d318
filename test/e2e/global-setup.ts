import { execFileSync } from 'node:child_process';

/** Builds portal and server from the current sources for all browser tests. */
export default function globalSetup() {
  for (const part of ['portal', 'server']) {
    execFileSync(process.execPath, [`scripts/build-${part}.mjs`], { stdio: 'inherit' });
  }
}
