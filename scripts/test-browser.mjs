// Finds the browser of the tests before they run, and unpacks the locked one. A script of its own starts it, because the
// shell that ran setup keeps calling the machine's Node, which may be too old for TypeScript.
import { chromiumLaunch } from '../test/e2e/chromium.ts';

try {
  chromiumLaunch();
} catch (error) {
  process.stderr.write(`Para correr las pruebas falta un Chromium: ${error.message}\n`);
  process.exit(1);
}
