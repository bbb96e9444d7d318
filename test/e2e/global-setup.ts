import { execFileSync } from 'node:child_process';
import { createDemoData } from './demo-data.ts';

/** Builds portal and server from the current sources for all browser tests, and creates their demonstration data. */
export default function globalSetup() {
  for (const part of ['portal', 'server']) {
    execFileSync(process.execPath, [`scripts/build-${part}.mjs`], { stdio: 'inherit' });
  }
  return createDemoData();
}
