import { useState } from 'react';
import { describeStateChanges, type States } from './state-changes.ts';

/** Says a change of state to those who listen; others see the badges. The first states are not announced. */
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
