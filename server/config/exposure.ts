import { isLoopback, isPublicUrl } from '#server/platform/network/loopback.ts';

/** Whether all settings other than PUBLIC_URL are those of a demonstration on one machine. */
export function looksLocal(env: NodeJS.ProcessEnv): boolean {
  const local = isLoopback(env.HOST || '127.0.0.1');
  return local && !env.DATABASE_URL && !env.GATEWAY_URL && env.NODE_ENV !== 'production';
}

/** Default of DEMO: on only where no other machine can reach the server. */
export function demoByDefault(env: NodeJS.ProcessEnv): boolean {
  return looksLocal(env) && !isPublicUrl(env.PUBLIC_URL ?? '');
}

/** Whether other machines may reach the server, which requires rate limits. False in tests. */
export function isExposed(env: NodeJS.ProcessEnv): boolean {
  if (env.NODE_ENV === 'production') return true;
  return env.NODE_ENV !== 'test' && (isPublicUrl(env.PUBLIC_URL ?? '') || !isLoopback(env.HOST || '127.0.0.1'));
}
