import { useState } from 'react';
import { describeStateChanges, type States } from './state-changes.ts';

/** Announces changes of state to screen readers. The initial states are not announced. */
export function StateAnnouncer({ order, shipments }: States) {
  const [shown, setShown] = useState<States>({ order, shipments });
  const [announcement, setAnnouncement] = useState('');
  const change = describeStateChanges(shown, { order, shipments });
  if (change !== '') {
    setShown({ order, shipments });
    setAnnouncement(change);
  }
  return (
    <p role="status" className="visually-hidden">
      {announcement}
    </p>
  );
}
