import { useState } from 'react';
import { type States, stateNews } from './state-news.ts';

/** Says a change of state to those who listen; others see the badges. What the page opens with is no news. */
export function StateNews({ order, shipments }: States) {
  const [shown, setShown] = useState<States>({ order, shipments });
  const [news, setNews] = useState('');
  const change = stateNews(shown, { order, shipments });
  if (change !== '') {
    setShown({ order, shipments });
    setNews(change);
  }
  return (
    <p role="status" className="visually-hidden">
      {news}
    </p>
  );
}
