// Runs the server that build-server.mjs has put together; its compiled code is kept beside it for the next start.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { compileCache } from './build-stamp.mjs';

enableCompileCache(compileCache);
await import('../dist/server/main.js');
flushCompileCache();
