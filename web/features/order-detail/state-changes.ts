/** An order's state and those of its shipments, as they are shown. */
export interface States {
  order: string | null;
  shipments: readonly string[];
}

/** What has changed, in a sentence: 'El estado cambió a En Curso. Envío 2: Despachado.' Empty when nothing has. */
export function describeStateChanges(before: States, now: States): string {
  const order = now.order !== before.order && now.order ? [`El estado cambió a ${now.order}.`] : [];
  const shipments = now.shipments.flatMap((state, index) =>
    state && state !== before.shipments[index] ? [`Envío ${index + 1}: ${state}.`] : [],
  );
  return [...order, ...shipments].join(' ');
}
