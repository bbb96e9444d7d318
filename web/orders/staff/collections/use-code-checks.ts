import { useEffect, useState } from 'react';
import { type CheckedCode, checkCodes, MAX_CHECKED_CODES } from '#shared/orders/staff-manifests.ts';
import { call } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';

/** Time in which further codes are scanned that go into the same check, in ms. */
const PAUSE_MS = 200;

/** Time before a failed check is repeated, in ms. */
const RETRY_MS = 3000;

/**
 * Asks the server what codes are for a manifest, a little later than they are scanned, until it answers.
 *
 * @returns why the last check failed; null if it didn't
 */
export function useCodeChecks(
  number: string,
  unchecked: readonly string[],
  onChecked: (results: readonly CheckedCode[]) => void,
): string | null {
  const [failed, setFailed] = useState({ times: 0, message: '' });
  const codes = JSON.stringify(unchecked.slice(0, MAX_CHECKED_CODES));
  useEffect(() => {
    const asked: string[] = JSON.parse(codes);
    if (asked.length === 0) return;
    const stop = new AbortController();
    const check = async () => {
      try {
        const { results } = await call(checkCodes, { params: { number }, body: { codes: asked }, signal: stop.signal });
        setFailed({ times: 0, message: '' });
        onChecked(results);
      } catch (error) {
        // Another number of failures begins the next attempt.
        if (!stop.signal.aborted)
          setFailed(({ times }) => ({ times: times + 1, message: asApiError(error).firstMessage }));
      }
    };
    const timer = setTimeout(check, failed.times === 0 ? PAUSE_MS : RETRY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [codes, number, failed.times, onChecked]);
  return failed.times > 0 && unchecked.length > 0 ? failed.message : null;
}
