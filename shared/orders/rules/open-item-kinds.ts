import { type ClientPermission, type UserRole, userMay } from '#shared/people/rules/permissions.ts';

/** Subject of an item with a row in `open_items`. */
type ItemSubject = 'order' | 'batch' | 'payment' | 'sku' | 'invitation' | 'user';

interface KindRow {
  /** Permission that the main action requires: a role without it doesn't see the items. */
  needs: ClientPermission;
  /** Subject that the kind is about; `orders` are read without a row. */
  of: 'orders' | ItemSubject;
  /** Whether the sender closes the item, because nothing in the database says that it is settled. */
  closable?: true;
  /** Role that alone can act, if a permission doesn't say so. */
  only?: UserRole;
  /** Whether 'Hoy' shows the kind on a line of its own. */
  ownLine?: true;
  /** Whether only clients with goods in the warehouse see the items. */
  fulfillment?: true;
}

/**
 * Kinds of open items, in which the sender can still change the outcome, the most urgent first: kinds without a deadline keep this order. The
 * provider's kinds will be other names in the same table.
 */
export const OPEN_ITEM_KINDS = {
  last_attempt: { needs: 'orders', of: 'order' },
  wrong_address: { needs: 'orders', of: 'order' },
  failed_visit: { needs: 'orders', of: 'order' },
  pickup_waiting: { needs: 'orders', of: 'order' },
  late: { needs: 'read', of: 'orders', ownLine: true },
  print: { needs: 'orders', of: 'orders', ownLine: true },
  payment_attention: { needs: 'payments', of: 'payment', closable: true },
  pay: { needs: 'payments', of: 'orders', ownLine: true },
  modification_rejected: { needs: 'orders', of: 'order', closable: true },
  failed_rows: { needs: 'orders', of: 'batch', closable: true },
  stock_short: { needs: 'products', of: 'sku', closable: true, fulfillment: true },
  // One row stands for all lots of a SKU: closing it for one would hide the later ones.
  stock_expiring: { needs: 'products', of: 'sku', fulfillment: true },
  not_collected: { needs: 'orders', of: 'order' },
  invitation_expiring: { needs: 'people', of: 'invitation' },
  second_factor: { needs: 'own', of: 'user', only: 'owner', closable: true },
} as const satisfies Record<string, KindRow>;

export type OpenItemKind = keyof typeof OPEN_ITEM_KINDS;

/** Kinds in the order of the table above. */
export const KIND_NAMES = Object.keys(OPEN_ITEM_KINDS) as [OpenItemKind, ...OpenItemKind[]];

/** Returns the kinds that have a row for each subject of a sort. */
export const kindsOf = (subject: KindRow['of']): OpenItemKind[] =>
  KIND_NAMES.filter((kind) => OPEN_ITEM_KINDS[kind].of === subject);

/** Returns whether the sender closes items of a kind by hand. */
export const isClosable = (kind: OpenItemKind): boolean => (OPEN_ITEM_KINDS[kind] as KindRow).closable === true;

/** Returns whether items of a kind can be snoozed: those that have a row. */
export const isSnoozable = (kind: OpenItemKind): boolean => OPEN_ITEM_KINDS[kind].of !== 'orders';

/** Returns whether 'Hoy' shows a kind on a line of its own. */
export const hasOwnLine = (kind: OpenItemKind): boolean => (OPEN_ITEM_KINDS[kind] as KindRow).ownLine === true;

/** Who looks at the items. */
interface Viewer {
  role: UserRole;
  /** Whether the client has goods in the warehouse. */
  fulfillment: boolean;
}

/** Returns whether somebody sees a kind: an item that a person can't act on is missing, not locked. */
export function seesKind({ role, fulfillment }: Viewer, kind: OpenItemKind): boolean {
  const row: KindRow = OPEN_ITEM_KINDS[kind];
  return userMay(role, row.needs) && (!row.only || row.only === role) && (!row.fulfillment || fulfillment);
}
