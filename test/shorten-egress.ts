import { onTestFinished } from 'vitest';
import { EGRESS_TIMEOUTS } from '#server/platform/egress.ts';

/** Lets requests to external services time out after a second until the test ends, because the test waits for silent services. */
export function shortenEgress(): void {
  const usual = { ...EGRESS_TIMEOUTS };
  Object.assign(EGRESS_TIMEOUTS, { connectMs: 1000, totalMs: 1000 });
  onTestFinished(() => void Object.assign(EGRESS_TIMEOUTS, usual));
}
