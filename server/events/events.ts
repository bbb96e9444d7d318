import type { EventBus } from '#server/cluster/event-bus.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Principal } from '#server/platform/secrets/principal.ts';
import type { LabelSettings } from '#shared/orders/rules/label-settings.ts';
import { recordAudit } from './audit.store.ts';
import { changed, type Effects, type Facts, type ItemSubjects, THE_CLIENT } from './fact.ts';
import { ORDER_FACTS } from './order-facts.ts';
import { PEOPLE_FACTS } from './people-facts.ts';
import { PROVIDER_FACTS } from './provider-facts.ts';
import { STAFF_FACTS } from './staff-facts.ts';

/** Facts about a company's settings, collection addresses, package presets and products. */
const ACCOUNT_FACTS = {
  'buyer_contact.changed': ({ fields }: { fields: readonly string[] }): Effects => ({
    audit: { fields },
    changes: changed('account'),
  }),
  'print_config.changed': ({ fields, settings }: { fields: readonly string[]; settings: LabelSettings }): Effects => ({
    audit: { fields, details: { ...settings } },
    changes: changed('account'),
  }),

  'sender_address.added': ({ id }: { id: number }): Effects => ({ audit: { target: id }, changes: changed('account') }),
  'sender_address.changed': (data: {
    id: number;
    fields: readonly string[];
    main: boolean;
    active: boolean;
  }): Effects => ({
    audit: { target: data.id, fields: data.fields, details: { main_address: data.main, active: data.active } },
    changes: changed('account'),
  }),

  'package_preset.added': ({ name }: { name: string }): Effects => ({
    audit: { target: name },
    changes: changed('account'),
  }),
  'package_preset.changed': ({ name, fields }: { name: string; fields: readonly string[] }): Effects => ({
    audit: { target: name, fields },
    changes: changed('account'),
  }),
  'package_preset.removed': ({ name }: { name: string }): Effects => ({
    audit: { target: name },
    changes: changed('account'),
  }),

  'product.added': ({ id, sku }: { id: number; sku: string }): Effects => ({
    audit: { target: sku },
    changes: changed('product', id),
  }),
  'product.changed': ({ id, sku, fields }: { id: number; sku: string; fields: readonly string[] }): Effects => ({
    audit: { target: sku, fields },
    changes: changed('product', id),
  }),
  'products.imported': ({ products, saved }: { products: number; saved: number }): Effects => ({
    audit: { details: { products, saved } },
    changes: changed('product'),
  }),
} satisfies Facts;

interface PaymentOfOrders {
  id: number;
  orderIds: readonly number[];
}

/** Facts about payments and charges. */
const MONEY_FACTS = {
  'payment.begun': ({ id, orderIds, trackingIds }: PaymentOfOrders & { trackingIds: readonly string[] }): Effects => ({
    audit: { target: id, details: { orders: trackingIds } },
    changes: [...changed('payment', id), ...changed('order', orderIds)],
  }),
  'payment.checkout_created': ({ id, orderIds }: PaymentOfOrders): Effects => ({
    changes: [...changed('payment', id), ...changed('order', orderIds)],
  }),
  /** Only the sender's cancellation is an act; jobs and an interrupted call cancel, too. */
  'payment.cancelled': ({ id, orderIds, bySender }: PaymentOfOrders & { bySender: boolean }): Effects => ({
    audit: bySender ? { target: id } : undefined,
    changes: [...changed('payment', id), ...changed('order', orderIds)],
  }),
  'payment.confirmed': ({ id }: { id: number }): Effects => ({ changes: changed('payment', id) }),
  /** A payment of several orders pays them at once. */
  'order.paid': ({ ids }: { ids: readonly number[] }): Effects => ({ changes: changed('order', ids) }),
  /** The attempt, the status or the reason to review a payment changed, without confirming it. */
  'payment.status_changed': ({ id }: { id: number }): Effects => ({ changes: changed('payment', id) }),
  /** The reason to review a payment changed. The orders of a confirmed payment change by `order.paid`. */
  'payment.attention_changed': ({ id, orderIds, confirmed }: PaymentOfOrders & { confirmed: boolean }): Effects => ({
    changes: confirmed ? [] : changed('order', orderIds),
    items: { sort: 'payment', ids: [id] },
  }),
  'payment.review_closed': ({ id, attention }: { id: number; attention: string }): Effects => ({
    audit: { target: id, details: { attention } },
    changes: changed('payment', id),
    items: { sort: 'payment', ids: [id] },
  }),
  'charges.exported': ({ month }: { month: string }): Effects => ({ audit: { details: { month } } }),
} satisfies Facts;

/** A person who acts in a call without a session. */
interface ActingPerson {
  principal: Principal;
  name: string;
}

/** A row of the audit trail. One about a member of the staff has the person as its target, by whom the provider's activity is searched. */
const audited = ({ kind, id }: Principal): Effects => ({ audit: kind === 'staff' ? { target: id } : {} });

/** Like `audited`. The team's open items count the users without a second factor. */
const auditedInTeam = (principal: Principal): Effects => ({
  ...audited(principal),
  ...(principal.kind === 'user' && { items: { sort: 'team' } }),
});

/** Like `audited`, with the number of the passkey: a person may have several. */
const auditedPasskey = ({ principal, passkeyId }: { principal: Principal; passkeyId: number }): Effects => ({
  audit: { ...audited(principal).audit, details: { passkey: passkeyId } },
});

/** Facts about the second factor and the passkeys of a user or a member of the staff. */
const FACTOR_FACTS = {
  /** A new secret awaits its confirmation. */
  'factor.setup_begun': audited,
  'factor.confirmed': auditedInTeam,
  'factor.backup_codes_renewed': audited,
  'factor.removed': auditedInTeam,
  /** The person gave a code for calls that ask for one again. */
  'factor.verified': audited,

  /** The browser got the options to create a passkey. */
  'passkey.creation_begun': audited,
  'passkey.added': auditedPasskey,
  'passkey.removed': auditedPasskey,
  /** The browser got the options to sign with a passkey. */
  'passkey.challenge_requested': audited,
  /** The person gave a passkey instead of a code. */
  'passkey.verified': audited,
} satisfies Facts;

/** Facts about the password of a user or a member of the staff. */
const PASSWORD_FACTS = {
  /** The client is null for an unknown address and for the staff: the audit trail doesn't show who is a member. */
  'password.reset_requested': (): Effects => ({ audit: {} }),
  /** A link of a mail set the password, which also activates a user's account. */
  'password.reset': ({ principal, name }: ActingPerson): Effects => ({
    audit: { ...audited(principal).audit, actor: { kind: principal.kind, id: principal.id, name } },
    ...(principal.kind === 'user' && { items: { sort: 'team' } }),
  }),
  'password.changed': audited,
} satisfies Facts;

interface SentStock {
  skus: readonly string[];
  /** How many of the sent entries were new. */
  recorded: number;
}

/** Facts about stock, fulfillment orders and manifests. */
const WAREHOUSE_FACTS = {
  'stock.received': ({ skus, recorded, receipts }: SentStock & { receipts: number }): Effects => ({
    audit: { details: { receipts, recorded } },
    changes: changed('stock'),
    items: { sort: 'sku', skus },
  }),
  'stock.counted': ({ skus, recorded, counts }: SentStock & { counts: number }): Effects => ({
    audit: { details: { counts, recorded } },
    changes: changed('stock'),
    items: { sort: 'sku', skus },
  }),
  'stock.returned': ({ label, skus, units }: { label: string; skus: readonly string[]; units: number }): Effects => ({
    audit: { target: label, details: { units } },
    changes: changed('stock'),
    items: { sort: 'sku', skus },
  }),
  'stock.shelf_changed': ({ sku, shelf }: { sku: string; shelf: string }): Effects => ({
    audit: { target: sku, details: { shelf } },
  }),
  'stock.reserved': ({ orderIds }: { orderIds: readonly number[] }): Effects => ({
    changes: changed('stock'),
    items: { sort: 'sku', orderIds },
  }),
  /** Reserved units of cancelled shipments became free, those of dispatched ones left. */
  'stock.released': ({ orderIds }: { orderIds: readonly number[] }): Effects => ({ items: { sort: 'sku', orderIds } }),
  /** Stock or fulfillment orders followed the states of shipments. */
  'stock.changed': (): Effects => ({ changes: changed('stock') }),
  'fulfillment.prepared': (data: { id: number; orderId: number; units: number; closed: boolean }): Effects => ({
    audit: { target: data.id, details: { units: data.units, closed: data.closed } },
    changes: changed('stock'),
    items: { sort: 'sku', orderIds: [data.orderId] },
  }),
  'fulfillment.labelled': ({ id, labels }: { id: number; labels: readonly string[] }): Effects => ({
    audit: { target: id, details: { labels } },
  }),
  'fulfillment.cancelled': ({ id }: { id: number }): Effects => ({ audit: { target: id } }),
  'manifest.opened': ({ code, parcels }: { code: string; parcels: number }): Effects => ({
    audit: { target: code, details: { parcels } },
  }),
  'manifest.handed_over': ({ code, parcels }: { code: string; parcels: number }): Effects => ({
    audit: { target: code, details: { parcels } },
  }),
  'manifest.cancelled': ({ code }: { code: string }): Effects => ({ audit: { target: code } }),
} satisfies Facts;

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
