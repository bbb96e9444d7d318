/** SQL condition: a payment `m` waits for a review by the provider. A closed case opens again for another reason, or another time. */
export const paymentCaseOpen = (m: string): string =>
  `${m}.attention IS NOT NULL AND (${m}.attention_closed, ${m}.attention_closed_for) IS DISTINCT FROM (${m}.attention, ${m}.attention_at)`;
