import { type Random, weighted } from './random.ts';
import { DESTINATIONS, FIRST_NAMES, LAST_NAMES, RARE_NAMES, STREETS } from './sample-names.ts';

const pickDestination = weighted(DESTINATIONS);

/** One in this many receivers has a rare name. */
const RARE = 5000;

/** Generates an order's destination columns, and the letter of its province. */
export function receiverOf(random: Random): { letter: string; receiver: Record<string, string> } {
  const { letter, state, city, zip } = pickDestination(random);
  const first_name = random.pick(FIRST_NAMES);
  const last_name = random.pick(random.below(RARE) === 0 ? RARE_NAMES : LAST_NAMES);
  const number = 10_000_000 + random.below(40_000_000);
  return {
    letter,
    receiver: {
      first_name,
      last_name,
      receiver_name: `${first_name} ${last_name}`,
      document: String(number),
      email: `comprador${number}@bench.example`,
      receiver_phone: `11 ${4000 + random.below(2000)}-${1000 + random.below(9000)}`,
      street_name: random.pick(STREETS),
      street_number: String(1 + random.below(5000)),
      between_1: random.pick(STREETS),
      zip_code: zip,
      state,
      city,
      neighborhood_name: 'Centro',
    },
  };
}
