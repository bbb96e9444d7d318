import type { EventBus } from '#server/cluster/event-bus.ts';
import type { Trx } from '#server/db/connection.ts';
import { ACCOUNT_FACTS } from './account-facts.ts';
import { recordAudit } from './audit.store.ts';
import { type Effects, type ItemSubjects, THE_CLIENT } from './fact.ts';
import { FACTOR_FACTS } from './factor-facts.ts';
import { MONEY_FACTS } from './money-facts.ts';
import { ORDER_FACTS } from './order-facts.ts';
import { PASSWORD_FACTS } from './password-facts.ts';
import { PEOPLE_FACTS } from './people-facts.ts';
import { PROVIDER_FACTS } from './provider-facts.ts';
import { STAFF_FACTS } from './staff-facts.ts';
import { WAREHOUSE_FACTS } from './warehouse-facts.ts';

const FACTS = {
  ...ORDER_FACTS,
  ...WAREHOUSE_FACTS,
  ...MONEY_FACTS,
  ...ACCOUNT_FACTS,
  ...PASSWORD_FACTS,
  ...PEOPLE_FACTS,
  ...FACTOR_FACTS,
  ...STAFF_FACTS,
  ...PROVIDER_FACTS,
};

export type FactType = keyof typeof FACTS;

/** Records business facts. */
export interface Events {
  /**
   * Records a fact in its transaction, once the rows are written that its open items depend on: adds its row to the audit trail, opens and
   * closes items, and publishes its change events after the commit.
   *
   * @param clientId client that the fact concerns; null for the provider's own facts, and for an unknown account. Change events of null
   *   go to all clients.
   */
  record<T extends FactType>(trx: Trx, clientId: number | null, type: T, ...data: Parameters<(typeof FACTS)[T]>): void;
}

/** Creates the recorder of facts. @param syncItems opens and closes items: `syncItemsOf`, which is in a higher layer */
export function createEvents(
  bus: EventBus,
  syncItems: (trx: Trx, clientId: number, subjects: ItemSubjects) => void,
): Events {
  return {
    record(trx, clientId, type, ...data) {
      const effectsOf = FACTS[type] as (...data: unknown[]) => Effects;
      const { audit, changes = [], items } = effectsOf(...data);
      if (clientId === null && audit?.target === THE_CLIENT) throw new Error(`${type} needs a client as its target`);
      if (items) {
        if (clientId === null) throw new Error(`${type} needs a client for its open items`);
        syncItems(trx, clientId, items);
      }
      if (audit) {
        const target = audit.target === THE_CLIENT ? clientId : audit.target;
        recordAudit(trx, { ...audit, target, clientId: audit.clientId === null ? null : clientId });
      }
      for (const change of changes) bus.publish(trx, clientId, change);
    },
  };
}
