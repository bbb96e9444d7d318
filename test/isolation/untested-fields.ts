import { contractFields } from '#test/sources/contract-fields.ts';
import { ID_SLOTS } from './isolation-slots.ts';

/** Ends of field names that may identify a row. */
const NAMES_SOMETHING =
  /(id|orders|labels|referencia|reference|sku|articulo|logonName|tracking|shipment|order|client|label|token|cursor|search|q|Key)(\[\])?\]?$/i;

/** Fields with such a name that can't identify another client's row, with the reason. */
const EXCLUDED_FIELDS: readonly [pattern: RegExp, why: string][] = [
  [
    /^(activate|resetPassword|read(Staff)?Invitation|readStaffPasswordLink|resetStaffPassword|accept(Staff)?Invitation|(open|confirm|withdraw)EmailChange|stopFactorRecovery|stopEmailCorrection) token$/,
    'a secret out of a mail, which opens by itself',
  ],
  [/^(publicStates|labelPng) :/, 'addresses that open by themselves: leaks.test.ts'],
  [
    /^(acceptTerms|pendingTerms|renameCategory|revokeKey|endStaffSession|removeStaffPasskey|resendStaffInvitation|withdrawStaffInvitation|changeStaff|giveStaffRecoveryCode|withdrawStaffPassword) :id$/,
    'the provider’s own',
  ],
  [/^(readHolidayEffect|removeHoliday) :date$/, 'the provider’s own'],
  [/^assignQueueItem staff_id$/, 'the provider’s own'],
  [/ :clientId$/, 'the provider says of whom it speaks'],
  [
    /^((readStaffShipment|showReceiverContact|readShipment(Cost|Order)|confirmMeasured|printShipment(Pdf|Zpl)|correctEvent|(read|record)StockReturn) :label|(list|add)OrderNotes? :id|recordEvents events\[\]\.shipment_id)$/,
    'the provider moves everybody’s shipments',
  ],
  [
    /^((list|export)Clients|listModifications|listReschedules|listQueue|listCollections|printRunSheet|listManifests|staffFulfillments|expiringStock|exportExpiringStock|pickingList|flaggedPayments|(list|export)(PickupPoints|Localities)|listAllActivity|exportAllActivity|(list|export)Charges) \?/,
    'the provider looks through all',
  ],
  [/^changeStream \?last_event_id$/, 'live.test.ts'],
  [/^correctEvent event_id$/, 'correct-event.test.ts'],
  [
    / (Idempotency-Key|order_id|(receipts|counts)\[\]\.(receipt_id|count_id|sku)|events\[\]\.event_id)$/,
    'same-names.test.ts',
  ],
  [/^(createProduct|updateProduct|importProducts) (products\[\]\.)?sku$/, 'same-names.test.ts'],
  [/^recordStockReturn units\[\]\.sku$/, 'only a SKU that the shipment contained'],
  [/^createOrder shipments\[\]\.items\[\]\.sku$/, 'only the placeholder comes without a product'],
];

/** Returns the fields that may identify a row, and that no slot tests and no exclusion covers. */
export function untestedFields(): string[] {
  const tried = new Set(ID_SLOTS.map(({ call, field }) => `${call} ${field}`));
  return contractFields()
    .filter(({ field }) => NAMES_SOMETHING.test(field))
    .map(({ call, field }) => `${call} ${field}`)
    .filter((name) => !tried.has(name) && !EXCLUDED_FIELDS.some(([pattern]) => pattern.test(name)));
}
