import { DAY_MS } from '#shared/time-units.ts';
import type { AuditRange } from './chain.store.ts';

/** Nights within which each row of the audit trail is checked again. */
const NIGHTS = 14;

/** Returns the first moment of the month (UTC) that was 13 months ago: earlier rows are deleted. */
function keptSince(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 13));
}

/**
 * Returns the ranges of time that a night checks: every row since yesterday, and of the days before each fourteenth, another one each
 * night. What is older than the rows that are kept belongs to the oldest day. A range is a day at most, so that no statement takes long.
 */
export function rangesOfNight(now: Date): AuditRange[] {
  const tonight = Math.floor(now.getTime() / DAY_MS);
  const oldest = keptSince(now).getTime() / DAY_MS;
  const ranges: AuditRange[] = [{ since: new Date((tonight - 1) * DAY_MS), until: null }];
  for (let day = tonight - 2; day >= oldest; day--)
    if (day % NIGHTS === tonight % NIGHTS)
      ranges.push({ since: day === oldest ? null : new Date(day * DAY_MS), until: new Date((day + 1) * DAY_MS) });
  return ranges;
}
