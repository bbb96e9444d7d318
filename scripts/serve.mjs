// Runs the bundled server of build-server.mjs, with Node's compile cache for faster starts.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { compileCache } from './build-stamp.mjs';

enableCompileCache(compileCache);
await import('../dist/server/main.js');
flushCompileCache();
