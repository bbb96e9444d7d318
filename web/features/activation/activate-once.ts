import { activate } from '#shared/access.ts';
import { call } from '#web/lib/api.ts';

const asked = new Map<string, Promise<boolean>>();

/**
 * Activates an account by the hash of its mail, once however often the screen asks: the hash is good for one use. True
 * when the answer's code is 200 (D1 §4); an answer without a code counts by its HTTP status.
 */
export function activateOnce(hash: string): Promise<boolean> {
  const known = asked.get(hash);
  if (known) return known;
  const answer = call(activate, { body: { token: hash } }).then(
    ({ code }) => code === undefined || Number(code) === 200,
    () => false,
  );
  asked.set(hash, answer);
  return answer;
}
