import { execFileSync } from 'node:child_process';

/** The portal as it is written now, for all browser tests. */
export default function globalSetup() {
  execFileSync(process.execPath, ['scripts/build-portal.mjs'], { stdio: 'inherit' });
}
