import { currentSettings, useLoadedSettings } from './settings.ts';

/** What a gateway can do beyond the specifications (readings R4). */
type GatewayCapability =
  /** Lists and ends sessions, has a second factor, and changes the e-mail (docs/behaviour/people.md). */
  | 'accountSecurity'
  /** Has the calls with `addition: true`. For `useApiQuery` alone: screens name what a call is for. */
  | 'additionalCalls'
  /** Stores bar codes of products (docs/behaviour/warehouse.md). */
  | 'barcodes'
  /** Reads each file of orders that the portal reads, with the numbers of its rows in the original (docs/decisions/0077). */
  | 'bulkReader'
  /** Returns the state of each bulk upload, and its log in pages. */
  | 'bulkStates'
  /** Shows buyers a contact of the sender (docs/behaviour/shipments.md). */
  | 'buyerContact'
  /** Lets the provider create clients (docs/behaviour/people.md). */
  | 'clientCreation'
  /** Keeps the column mappings of files of orders for all users of the client. */
  | 'columnMappings'
  /** Accepts a CUIT as a receiver's document, for which D1 §5 has no room. */
  | 'cuitDocuments'
  /** Sums how the deliveries of a period went (docs/decisions/0049). */
  | 'deliveryResults'
  /** Returns the logged-in user, perhaps as its only addition: some foreign gateways do (readings C36). */
  | 'foreignUser'
  /** Renders ZPL, picking lists and test labels, and returns the settings with which it prints. */
  | 'labelRendering'
  /** Publishes changes as a stream of events (docs/decisions/0012). */
  | 'liveUpdates'
  /** Refuses orders of a client without an address for collections. */
  | 'mainAddress'
  /** Quotes the price of a changed address (readings C49). */
  | 'modificationQuotes'
  /** Lists what requires the sender's action (docs/decisions/0050). */
  | 'openItems'
  /** Reads an order by its tracking id; D1 §7 has only its number. */
  | 'orderByTrackingId'
  /** Returns the histories of an order's shipments without a states token (readings S1). */
  | 'orderStates'
  /** Keeps package presets and proposes sides (docs/behaviour/orders.md). */
  | 'packagePresets'
  /** Refuses very common passwords and those with the user's name (readings C58). */
  | 'passwordRules'
  /** Returns the payment of a return from the payment provider as the server verified it (readings S6). */
  | 'paymentResult'
  /** Exports and erases the data about a person (docs/behaviour/people.md). */
  | 'personalData'
  /** Sends an order to the pickup point that the sender chooses (docs/behaviour/orders.md). */
  | 'pickupPoints'
  /** Imports a file of products (docs/behaviour/bulk.md, readings C64). */
  | 'productImport'
  /** Filters orders by groups of states, and counts the groups (readings C12). */
  | 'quickViews'
  /** Takes requests for another day of delivery (docs/behaviour/shipments.md). */
  | 'reschedules'
  /** Finds orders, shipments and receivers in one call. */
  | 'search'
  /** Sorts orders and shipments in other ways than by their last change. */
  | 'sorting'
  /** Forecasts the stock, and filters it by the state of its lots (readings C64). */
  | 'stockForecast'
  /** Has several users of a company with roles, and a list of their actions (readings C54). */
  | 'team'
  /** Returns the logged-in user with role, approval, new terms and the provider's calendar. */
  | 'user'
  /** Lists all postal codes with their provinces; D1 §7 has one call for each code. */
  | 'zipList';

/** Functions of the portal alone, absent where it keeps to the specifications. */
type PortalAddition =
  /** The period 'Este mes' of the statistics (readings C64). */
  | 'currentMonth'
  /**
   * Messages say what is wrong with a value, and failed exports of the warehouse give an alert. Without it, texts
   * follow D2 §5 to the letter, one for each field, and such exports are only logged (D2 §8, readings C63).
   */
  | 'detailedErrors'
  /** Fills in a receiver from a pasted text. */
  | 'pastedContacts'
  /** Repeats an order as a new one (docs/behaviour/orders.md). */
  | 'repeatOrder';

/**
 * A function of the product that not every gateway allows. Our own gateway has them all. A foreign gateway, and ours with
 * `STRICT_CONTRACT=1`, has none, except that a foreign one may have `foreignUser`. Reading data by a call with `addition: true` needs
 * no question: `useApiQuery` leaves the call out where it is missing.
 */
export type Capability = GatewayCapability | PortalAddition;

/**
 * Returns whether a capability exists, outside of components.
 *
 * @param settings by default those loaded so far: true until they are
 */
export const hasCapability = (capability: Capability, settings = currentSettings()): boolean =>
  !settings.strict || (capability === 'foreignUser' && settings.user_call);

/**
 * Returns whether a capability exists; null until the settings are loaded.
 *
 * @param capability undefined for a function that every gateway has, which needs no settings
 */
export function useCapability(capability: Capability | undefined): boolean | null {
  const settings = useLoadedSettings();
  return capability ? settings && hasCapability(capability, settings) : true;
}
