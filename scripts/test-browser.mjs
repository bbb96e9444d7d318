// Finds the browser of the tests, or unpacks the locked one. A separate npm script runs this file, because the shell of the
// setup keeps using the machine's Node, which may be too old for TypeScript.
import { chromiumLaunch } from '../test/e2e/chromium.ts';

try {
  chromiumLaunch();
} catch (error) {
  process.stderr.write(`Para correr las pruebas falta un Chromium: ${error.message}\n`);
  process.exit(1);
}
