import { TIMEOUTS } from '#server/platform/network/timeouts.ts';
import { scaled } from '#test/test-scale.ts';

/** Long enough for the answers of a busy machine. */
const SHORT: typeof TIMEOUTS = {
  egressConnect: 1000,
  egressResponse: 1000,
  gatewayResponse: 1000,
  databaseResponse: 2000,
  eventsResponse: 2000,
  eventsProbe: 1000,
  openRequests: 1000,
  refusedBody: 500,
  resync: 500,
  simulatorRound: 500,
};

/**
 * Shortens the server's timeouts for tests that wait for silent services. An attack waits the usual times.
 *
 * @returns the function that restores them, for `onTestFinished` or `afterAll`
 */
export function shortenTimeouts(): () => void {
  const usual = { ...TIMEOUTS };
  Object.assign(TIMEOUTS, scaled(SHORT, usual));
  return () => void Object.assign(TIMEOUTS, usual);
}
