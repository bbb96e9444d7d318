import { useState } from 'react';
import { formatTimestamp, relativeTime } from '#shared/kit/text/format.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';

/** How long ago a time is, with the time itself as a tooltip. */
export function Age({ since }: { since: string }) {
  const [now] = useState(Date.now);
  const moment = parseWireDate(since);
  return (
    <time className="nowrap" title={formatTimestamp(since)}>
      {moment ? relativeTime(moment.ms, now) : formatTimestamp(since)}
    </time>
  );
}
