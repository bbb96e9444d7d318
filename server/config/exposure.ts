import { isLoopback, isPublicUrl } from '#server/platform/loopback.ts';

/** Whether nothing but PUBLIC_URL says that the installation is more than a demonstration on one machine. */
export function looksLocal(env: NodeJS.ProcessEnv): boolean {
  const local = isLoopback(env.HOST || '127.0.0.1');
  return local && !env.DATABASE_URL && !env.GATEWAY_URL && env.NODE_ENV !== 'production';
}

/** Demonstration mode is on without DEMO only where nobody else can reach the server. */
export function demoByDefault(env: NodeJS.ProcessEnv): boolean {
  return looksLocal(env) && !isPublicUrl(env.PUBLIC_URL ?? '');
}

/** Whether anonymous callers may reach the server, so that its limits must be on; false in tests. */
export function isExposed(env: NodeJS.ProcessEnv): boolean {
  return env.NODE_ENV === 'production' || (env.NODE_ENV !== 'test' && isPublicUrl(env.PUBLIC_URL ?? ''));
}
