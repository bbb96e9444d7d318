// Runs the server that build-server.mjs has put together; its compiled code is kept beside it for the next start.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

const dist = join(import.meta.dirname, '..', 'dist');

enableCompileCache(join(dist, 'server-cache'));
await import('../dist/server/main.js');
flushCompileCache();
