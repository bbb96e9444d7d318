import type { StaffFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { createStore, type Store } from '#web/kit/lib/store.ts';

type Chosen = Store<ReadonlyMap<string, StaffFulfillment>>;

const byPerson = new Map<number, Chosen>();

/** Returns the orders that a person of the staff has chosen for a picking list, until it is printed. A reload forgets them. */
export function chosenOrders(person: number): Chosen {
  const chosen = byPerson.get(person) ?? createStore<ReadonlyMap<string, StaffFulfillment>>(new Map());
  byPerson.set(person, chosen);
  return chosen;
}

/** Drops the chosen orders of a person that `keeps` refuses. */
export function keepChosen(person: number, keeps: (order: StaffFulfillment) => boolean): void {
  const chosen = chosenOrders(person);
  chosen.set(new Map([...chosen.get()].filter(([, order]) => keeps(order))));
}

/** Forgets what everybody has chosen. */
export const forgetChosenOrders = (): void => byPerson.clear();
